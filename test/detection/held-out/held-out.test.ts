import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { detectErrorType } from '../../../src/repair/detect-error-type.ts'
import { heldOutOthers } from './other-errors.ts'
import { heldOutSentences } from './sentences.ts'
import { heldOutErrors } from './typed-errors.ts'

const typed = [heldOutErrors, heldOutSentences].flatMap((errorsByType) =>
  Object.entries(errorsByType).flatMap(([type, errors]) => errors.map((error: unknown) => ({ type, error }))),
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

describe('an error that no pattern was written for', () => {
  test.each(typed)('is not understood: $type: $error', ({ type, error }) => {
    expect(detectErrorType(error)).toBe(type)
  })

  test.each(heldOutOthers.map((error) => ({ error })))('raises a false alarm: $error', ({ error }) => {
    expect(detectErrorType(error)).toBeNull()
  })

  test.each(posted)('is not told as it was posted: $type: $error', ({ also = [], error, type }) => {
    expect([type, ...also]).toContain(detectErrorType(error))
  })
})
