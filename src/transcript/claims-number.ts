/**
 * Whether a raw value holds a number that another one, which it was made of, does not, as a number or as its text: nobody has told it.
 *
 * @example
 * claimsNumber({ index: '2' }, { index: 2 }) // false
 * claimsNumber({ stdout: 'a' }, { stdout: 'a', exit_code: 0 }) // true
 */
export function claimsNumber(before: unknown, after: unknown): boolean {
  const told = new Set(scalarsIn(before).map(String))
  return !scalarsIn(after).every((scalar) => typeof scalar !== 'number' || told.has(String(scalar)))
}

/** Bytes are no numbers that somebody tells. */
function scalarsIn(value: unknown): readonly unknown[] {
  return typeof value !== 'object' || value === null || value instanceof Uint8Array
    ? [value]
    : Object.values(value).flatMap(scalarsIn)
}
