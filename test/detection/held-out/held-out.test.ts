import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectErrorType } from '../../../src/repair/detect-error-type.ts'
import { heldOutOthers } from './other-errors.ts'
import { heldOutSentences } from './sentences.ts'
import { heldOutErrors } from './typed-errors.ts'

const typed = [heldOutErrors, heldOutSentences].flatMap((errorsByType) =>
  Object.entries(errorsByType).flatMap(([type, errors]) =>
    errors.map((error: unknown): PostedError => ({ type, error })),
  ),
)

/** A refusal as it was posted in a public issue, with the wrappers and cuts of the post, or what stood beside it. */
interface PostedError {
  readonly type: string | null
  /** Other types that are right too. */
  readonly also?: readonly string[]
  readonly error: unknown
}

// The format of `npm run corpus`, which scores the file as well.
const posted = readFileSync(new URL('posted-errors.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as PostedError)

/** One test a type: a test for each of the thousands of rows would take longer than to read them all. */
const byType = (rows: readonly PostedError[]): [type: string, rows: PostedError[]][] => [
  ...Map.groupBy(rows, ({ type }) => String(type)),
]

const misread = (rows: readonly PostedError[]): unknown[] =>
  rows
    .map(({ also = [], error, type }) => ({ expected: [type, ...also], got: detectErrorType(error), error }))
    .filter(({ expected, got }) => !expected.includes(got))

describe('an error that no pattern was written for', () => {
  test.each(byType(typed))('is not understood: %s', (_, rows) => {
    expect(misread(rows)).toEqual([])
  })

  test('raises a false alarm', () => {
    expect(misread(heldOutOthers.map((error) => ({ type: null, error })))).toEqual([])
  })

  test.each(byType(posted))('is not told as it was posted: %s', (_, rows) => {
    expect(misread(rows)).toEqual([])
  })
})
