/**
 * Owners of state that begin with `@` belong to this library (claims, for example). `store.state` gives no access to their
 * values: a host or agent that could change them could take over any session (I15).
 */
export function isReservedOwner(owner: string): boolean {
  return owner.startsWith('@')
}
