/**
 * Whether `after` holds a number that `before`, from which it was made, holds neither as a number nor as text: such a number was made up.
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
