/**
 * Whether two raw JSON values are equal, whatever the order of their fields. `isDeepStrictEqual` of `node:util` does the same, but its
 * import costs the core several milliseconds.
 */
export function isEqual(first: unknown, second: unknown): boolean {
  if (Object.is(first, second)) return true
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return false
  // Bytes and their JSON form have the same fields, but are not equal.
  if (Object.getPrototypeOf(first) !== Object.getPrototypeOf(second)) return false
  const names = Object.keys(first)
  if (names.length !== Object.keys(second).length) return false
  return names.every(
    (name) =>
      Object.hasOwn(second, name) && isEqual(first[name as keyof typeof first], second[name as keyof typeof second]),
  )
}
