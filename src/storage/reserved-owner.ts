/**
 * Owners of state that begin so belong to this library: neither hosts nor agents read or change such values through
 * `store.state`, since whoever could would hold every session (I15).
 */
export function isReservedOwner(owner: string): boolean {
  return owner.startsWith('@')
}
