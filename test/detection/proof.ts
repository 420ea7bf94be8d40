import { createErrorReader, type ErrorReader } from '../../src/detection/create-detector.ts'
import type { ReportsByType } from '../../src/detection/grammar.ts'
import { foldPattern } from '../../src/detection/words/compile-wordings.ts'
import { foldText } from '../../src/detection/words/fold-text.ts'
import { unwrapError } from '../../src/detection/shapes/unwrap-error.ts'
import type { Wording } from '../../src/detection/words/wording.ts'
import { reports } from '../../src/reports/index.ts'
import { heldOutSentences } from './held-out/sentences.ts'
import { heldOutErrors } from './held-out/typed-errors.ts'
import { otherErrors } from './other-errors.ts'
import { providerWordings } from './provider-wordings.ts'
import { readSamples, type Sample } from './read-samples.ts'
import { hardWrap } from './wrappers.ts'

/** What damages a sentence most: a wording holds where words have lost their ends, something follows, or a program raises it as its own. */
const damages: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replaceAll(' ', ''),
  (text) => `ValueError: ${text}`,
  hardWrap(47, '     '),
  (text) => `${text}. Received Model Group=x`,
  (text) => text.replaceAll('`', ''),
]

const isText = (sample: Sample): sample is Sample & { readonly error: string } => typeof sample.error === 'string'

const whole: readonly Sample[] = [
  ...readSamples('wording-samples.jsonl'),
  ...readSamples('held-out/posted-errors.jsonl'),
  ...readSamples('held-out/sentences.jsonl'),
  ...[providerWordings, heldOutErrors, heldOutSentences].flatMap((byType) =>
    Object.entries(byType).flatMap(([type, errors]) => errors.map((error: unknown) => ({ type, error }))),
  ),
  ...otherErrors.map((error) => ({ type: null, error })),
]

const samples: readonly Sample[] = [
  // Some wordings are there so that theirs is not the grammar's verdict.
  ...readSamples('held-out/other-errors.jsonl'),
  ...whole.filter((sample) => !isText(sample)),
  ...whole.filter(isText).flatMap((sample) => damages.map((damage) => ({ ...sample, error: damage(sample.error) }))),
]
const texts = samples.map(({ error }) => foldText(unwrapError(error)).lower)

const isRight = ({ also = [], error, type }: Sample, read: ErrorReader): boolean => {
  const got = read(error).detected?.type ?? null
  return got === type || also.includes(got as string)
}
const right = (() => {
  const read = createErrorReader(reports)
  return samples.map((sample) => isRight(sample, read))
})()

const holds = (pattern: RegExp, text: string): string => {
  const match = pattern.exec(text)
  return match === null ? '' : `${match.index} ${match[0]}`
}

/** Whether some sample is told rightly with a wording and wrongly without it, or with another in its place. */
export function isNeeded(type: keyof ReportsByType, wording: Wording, instead?: RegExp): boolean {
  const pattern = foldPattern(wording.pattern)
  const other = instead && foldPattern(instead)
  // Where both hold alike nothing changes; what an alternative of a near miss keeps out is where only the other one holds.
  const isConcerned = (text: string): boolean =>
    other === undefined ? pattern.test(text) : holds(pattern, text) !== holds(other, text)
  const concerned = samples.filter((_, at) => right[at] && isConcerned(texts[at] as string))
  if (concerned.length === 0) return false
  const { wordings } = reports[type]
  const others = wordings.flatMap((one) => (one !== wording ? [one] : instead ? [{ ...one, pattern: instead }] : []))
  const read = createErrorReader({ ...reports, [type]: { ...reports[type], wordings: others } })
  return concerned.some((sample) => !isRight(sample, read))
}

/** The same pattern without one of its alternatives, or of the words that may be left out, for each of them. */
export function withoutAlternatives({ source }: RegExp): { readonly alternative: string; readonly pattern: RegExp }[] {
  const groups: { start: number; bars: number[] }[] = [{ start: 0, bars: [] }]
  const cuts: { readonly alternative: string; readonly pattern: RegExp }[] = []
  const close = (end: number): void => {
    const { bars, start } = groups.pop() as { start: number; bars: number[] }
    const edges = [start - 1, ...bars, end]
    if (source[end + 1] === '?')
      cuts.push({
        alternative: source.slice(start, end),
        pattern: new RegExp(source.slice(0, source.lastIndexOf('(', start - 1)) + source.slice(end + 2)),
      })
    if (bars.length === 0) return
    for (let at = 1; at < edges.length; at++) {
      const from = edges[at - 1] as number
      const to = edges[at] as number
      // The bar on one of its sides goes with it.
      const rest =
        at === 1 ? source.slice(0, from + 1) + source.slice(to + 1) : source.slice(0, from) + source.slice(to)
      cuts.push({ alternative: source.slice(from + 1, to), pattern: new RegExp(rest) })
    }
  }
  for (let at = 0; at < source.length; at++) {
    const mark = source[at]
    if (mark === '\\') at++
    else if (mark === '[') at = source.indexOf(']', at + 2)
    else if (mark === '(')
      groups.push({ start: at + 1 + (/^\?(?:[:=!]|<[=!])/.exec(source.slice(at + 1))?.[0].length ?? 0), bars: [] })
    else if (mark === '|') groups.at(-1)?.bars.push(at)
    else if (mark === ')') close(at)
  }
  close(source.length)
  return cuts
}
