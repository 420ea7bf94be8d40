import { describe, expect, test } from 'vitest'
import type { DetectedError } from '../../../src/detection/detected-error.ts'
import { detectError } from '../../../src/repair/detect-error.ts'
import { providerWordings } from '../provider-wordings.ts'
import { readSamples, type Sample } from '../read-samples.ts'
import { heldOutOthers } from './other-errors.ts'
import { heldOutSentences } from './sentences.ts'
import { heldOutErrors } from './typed-errors.ts'

const rowsOf = (errorsByType: Readonly<Record<string, readonly unknown[]>>): Sample[] =>
  Object.entries(errorsByType).flatMap(([type, errors]) => errors.map((error): Sample => ({ type, error })))
/** One test a type: a test for each of the thousands of rows would take longer than to read them all. */
const byType = (rows: readonly Sample[]): [type: string, rows: Sample[]][] => [
  ...Map.groupBy(rows, ({ type }) => String(type)),
]

const typed = [heldOutErrors, heldOutSentences].flatMap(rowsOf)

// In the format of `npm run corpus`, which scores the files as well. Sentences of validators and gateways, written down before
// detection saw them; then refusals as they were posted in public issues, with the wrappers and cuts of the post.
const sentences = readSamples('held-out/sentences.jsonl')
const posted = readSamples('held-out/posted-errors.jsonl')

// Refusals for other reasons, everyday refusals of other systems, and texts that only quote an error.
const others = readSamples('held-out/other-errors.jsonl')

const known = new Map<Sample, DetectedError | null>()

/** Each row is read once: there are thousands. */
function read(row: Sample): DetectedError | null {
  if (!known.has(row)) known.set(row, detectError(row.error))
  return known.get(row) ?? null
}

const misread = (rows: readonly Sample[]): unknown[] =>
  rows
    .map((row) => ({ expected: [row.type, ...(row.also ?? [])], got: read(row)?.type ?? null, error: row.error }))
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

  // A change on purpose: `npx vitest run test/detection/held-out -u`; sentences and posts come too often to be counted.
  test('is laid at another door, or tells more or less, than is on record', async () => {
    const told = [...rowsOf(providerWordings), ...typed].map((row) => {
      const { type, provider = 'nobody', text: _text, ...more } = read(row) ?? { type: 'nothing' }
      return [type, provider, ...Object.keys(more).sort()].join(' ')
    })
    const counted = [...Map.groupBy(told, (line) => line)].map(([line, { length }]) => `${line}: ${length}`)
    await expect(`${counted.sort().join('\n')}\n`).toMatchFileSnapshot('./told.txt')
  })

  test.each(byType(posted))('is not told as it was posted: %s', (_, rows) => {
    expect(misread(rows)).toEqual([])
  })
})
