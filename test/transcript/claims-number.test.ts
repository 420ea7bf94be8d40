import { expect, test } from 'vitest'
import { claimsNumber } from '../../src/transcript/claims-number.ts'

test.each<[what: string, before: unknown, after: unknown, claims: boolean]>([
  ['a number is new', { stdout: 'a' }, { stdout: 'a', outcome: { exit_code: 0 } }, true],
  ['one of two is new', [1], [1, 2], true],
  ['the number stood elsewhere', { exit_code: 3 }, { outcome: { exit_code: 3 } }, false],
  ['the number was a text', { index: '2' }, { index: 2 }, false],
  ['a text became bytes', { data: 'iVA=' }, { bytes: Uint8Array.of(137, 80) }, false],
  ['texts are new', { code: null }, { code: 'x', status: 'completed' }, false],
])('what nobody has told is taken for told, or the other way round: %s', (_what, before, after, claims) => {
  expect(claimsNumber(before, after)).toBe(claims)
})
