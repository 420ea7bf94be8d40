/**
 * Whether two raw JSON values say the same, whatever the order of their fields. `isDeepStrictEqual` of `node:util` does the same
 * and costs the import of the core several milliseconds.
 */
export function isEqual(first: unknown, second: unknown): boolean {
  if (Object.is(first, second)) return true
  if (typeof first !== 'object' || typeof second !== 'object' || first === null || second === null) return false
  // Bytes that went through JSON look like their fields and are none.
  if (Object.getPrototypeOf(first) !== Object.getPrototypeOf(second)) return false
  const names = Object.keys(first)
  if (names.length !== Object.keys(second).length) return false
  return names.every(
    (name) =>
      Object.hasOwn(second, name) && isEqual(first[name as keyof typeof first], second[name as keyof typeof second]),
  )
}
