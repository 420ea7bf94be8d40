import { describe, expect, test } from 'vitest'
import { detectErrorType } from '../../../src/repair/detect-error-type.ts'
import { heldOutOthers } from './other-errors.ts'
import { heldOutSentences } from './sentences.ts'
import { heldOutErrors } from './typed-errors.ts'

const typed = [heldOutErrors, heldOutSentences].flatMap((errorsByType) =>
  Object.entries(errorsByType).flatMap(([type, errors]) => errors.map((error: unknown) => ({ type, error }))),
)

describe('an error that no pattern was written for', () => {
  test.each(typed)('is not understood: $type: $error', ({ type, error }) => {
    expect(detectErrorType(error)).toBe(type)
  })

  test.each(heldOutOthers.map((error) => ({ error })))('raises a false alarm: $error', ({ error }) => {
    expect(detectErrorType(error)).toBeNull()
  })
})
