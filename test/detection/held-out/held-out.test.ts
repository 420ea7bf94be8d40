import { describe, expect, test } from 'vitest'
import { detectErrorType } from '../../../src/repair/detect-error-type.ts'
import { readSamples, type Sample } from '../read-samples.ts'
import { heldOutOthers } from './other-errors.ts'
import { heldOutSentences } from './sentences.ts'
import { heldOutErrors } from './typed-errors.ts'

const typed = [heldOutErrors, heldOutSentences].flatMap((errorsByType) =>
  Object.entries(errorsByType).flatMap(([type, errors]) => errors.map((error: unknown): Sample => ({ type, error }))),
)

// In the format of `npm run corpus`, which scores the files as well. Sentences of validators and gateways, written down before
// detection saw them; then refusals as they were posted in public issues, with the wrappers and cuts of the post.
const sentences = readSamples('held-out/sentences.jsonl')
const posted = readSamples('held-out/posted-errors.jsonl')

// Refusals for other reasons, everyday refusals of other systems, and texts that only quote an error.
const others = readSamples('held-out/other-errors.jsonl')

/** One test a type: a test for each of the thousands of rows would take longer than to read them all. */
const byType = (rows: readonly Sample[]): [type: string, rows: Sample[]][] => [
  ...Map.groupBy(rows, ({ type }) => String(type)),
]

const misread = (rows: readonly Sample[]): unknown[] =>
  rows
    .map(({ also = [], error, type }) => ({ expected: [type, ...also], got: detectErrorType(error), error }))
    .filter(({ expected, got }) => !expected.includes(got))

/** Bodies that were posted as text, as a client hands them on. */
const parsed = [...sentences, ...posted].flatMap((row): Sample[] => {
  const { error } = row
  if (typeof error !== 'string' || !/^\s*\{/.test(error)) return []
  try {
    return [{ ...row, error: JSON.parse(error) as unknown }]
  } catch {
    return []
  }
})

describe('an error that no pattern was written for', () => {
  test.each(byType(typed))('is not understood: %s', (_, rows) => {
    expect(misread(rows)).toEqual([])
  })

  test.each(byType(sentences))('is not understood as validators say it: %s', (_, rows) => {
    expect(misread(rows)).toEqual([])
  })

  test('is understood as text only, not when its body has been parsed', () => {
    expect(misread(parsed)).toEqual([])
  })

  test('raises a false alarm', () => {
    expect(misread([...heldOutOthers.map((error) => ({ type: null, error })), ...others])).toEqual([])
  })

  test.each(byType(posted))('is not told as it was posted: %s', (_, rows) => {
    expect(misread(rows)).toEqual([])
  })
})
