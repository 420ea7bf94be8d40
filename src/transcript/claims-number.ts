/**
 * Whether a raw value holds a number that another one, which it was made of, does not, as a number or as its text: nobody has told it.
 *
 * @example
 * claimsNumber({ index: '2' }, { index: 2 }) // false
 * claimsNumber({ stdout: 'a' }, { stdout: 'a', exit_code: 0 }) // true
 */
export function claimsNumber(before: unknown, after: unknown): boolean {
  const held = scalarsIn(after).filter((scalar) => typeof scalar === 'number')
  if (held.length === 0) return false
  const told = new Set(scalarsIn(before).map(String))
  return !held.every((number) => told.has(String(number)))
}

function scalarsIn(value: unknown): readonly unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(scalarsIn) : [value]
}
