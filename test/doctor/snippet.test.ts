import { expect, test } from 'vitest'
import { snippet } from '../../src/doctor/redact/snippet.ts'

test.each([
  ['half an emoji looks like the sign that takes its place', 'a \uD83D b', 100, String.raw`"a \ud83d b"`],
  ['the other half does', '\uDE00', 100, String.raw`"\ude00"`],
  ['a whole emoji is escaped', '\u{1F600}', 100, '"\u{1F600}"'],
  ['a cut makes half an emoji of a whole one', 'ab\u{1F600}c', 3, '"ab…"'],
  ['a cut takes the emoji before it', 'ab\u{1F600}c', 4, '"ab\u{1F600}…"'],
  [
    'a terminal is steered',
    '\u001B[2J\u009B\u202Ex\n',
    100,
    String.raw`"\u001b[2J` + '\uFFFD\uFFFD' + String.raw`x\n"`,
  ],
])('%s', (_title, text, length, shown) => {
  expect(snippet(text, length)).toBe(shown)
})
