import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where a row of the requirements is shown: a file, and a title or a case in it. */
export type Shown = readonly [file: string, title: string]

/** `prefix1` to `prefix<count>`. */
export const numbered = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index + 1}`)

/** Each row is shown by a test that is there, or open with a reason; none is both or neither. */
export function rowsAreShown(
  rows: readonly string[],
  shown: Readonly<Record<string, Shown>>,
  open: Readonly<Record<string, string>>,
): void {
  test('a row is in neither table, or in both', () => {
    expect([...Object.keys(shown), ...Object.keys(open)].toSorted()).toEqual(rows.toSorted())
  })

  test.each(Object.entries(shown))('%s is shown by a test that is not there', (_row, [file, title]) => {
    expect(readFileSync(file, 'utf8')).toContain(title)
  })
}
