import { describe, expect, test } from 'vitest'
import { foldPattern } from '../../src/detection/words/compile-wordings.ts'
import { foldText } from '../../src/detection/words/fold-text.ts'
import { unwrapError } from '../../src/detection/shapes/unwrap-error.ts'
import { detectErrorType } from '../../src/repair/detect-error-type.ts'
import { reports } from '../../src/reports/index.ts'
import { heldOutSentences } from './held-out/sentences.ts'
import { heldOutErrors } from './held-out/typed-errors.ts'
import { providerWordings } from './provider-wordings.ts'
import { readSamples, type Sample } from './read-samples.ts'

/** What providers say where no posted error of ours says it: a sentence for each wording, and each alternative in one, that would have none. */
const own = readSamples('wording-samples.jsonl')

const samples: readonly Sample[] = [
  ...own,
  ...readSamples('held-out/posted-errors.jsonl'),
  ...readSamples('held-out/sentences.jsonl'),
  ...[providerWordings, heldOutErrors, heldOutSentences].flatMap((byType) =>
    Object.entries(byType).flatMap(([type, errors]) => errors.map((error: unknown) => ({ type, error }))),
  ),
]

const textsOf = (type: string): string[] =>
  samples
    .filter((sample) => sample.type === type || sample.also?.includes(type))
    .map(({ error }) => foldText(unwrapError(error)).lower)

describe('a wording', () => {
  test.each(own)('does not tell its own sentence: $type: $error', ({ error, type }) => {
    expect(detectErrorType(error)).toBe(type)
  })

  test.each(Object.entries(reports).map(([type, { wordings }]) => ({ type, wordings })))(
    'of $type has no sentence that shows what it is for',
    ({ type, wordings }) => {
      const texts = textsOf(type)
      const dead = wordings.filter(({ pattern }) => !texts.some((text) => foldPattern(pattern).test(text)))
      expect(dead.map(({ pattern }) => pattern.source)).toEqual([])
    },
  )
})
