import { isRecord } from '../json/is-record.ts'
import { formatNames, type FormatName } from './format-name.ts'
import { messageSigns, requestSigns, type FormatSign } from './format-signs.ts'

/** The format of a list of messages, or the formats that it may have. */
export interface DetectedFormat {
  /** `null` when no sign was seen, or when several formats fit equally well. */
  readonly format: FormatName | null
  /** The signs that were seen, in words and without content. */
  readonly reason: string
  /** The formats that fit best, best first. */
  readonly candidates: readonly FormatName[]
}

/** By how much the best format must lead. One plain message fits four formats: no sign of that strength is given twice. */
const lead = 3

/**
 * Names the wire format of messages by what they show. Each sign counts once, however often it is seen, so that a long
 * conversation is no surer than a short one with the same kinds of messages.
 *
 * @param request the rest of the request body, or all of it, where it is known
 * @example
 * detectFormat([{ role: 'model', parts: [{ text: 'hi' }] }]).format // 'gemini'
 * detectFormat([{ role: 'user', content: 'hi' }]).format // null
 */
export function detectFormat(
  messages: readonly unknown[],
  request: Readonly<Record<string, unknown>> = {},
): DetectedFormat {
  const items = messages.filter(isRecord)
  const seen: FormatSign[] = [
    ...messageSigns.filter((sign) => items.some((item) => sign.seen(item))),
    ...requestSigns.filter((sign) => sign.seen(request)),
  ]
  const scores = formatNames.map((name) => {
    return { name, score: seen.reduce((sum, { speaksFor }) => sum + (speaksFor[name] ?? 0), 0) }
  })
  const [best, second] = scores.toSorted((a, b) => b.score - a.score)
  if (!best || best.score === 0)
    return { format: null, reason: 'Nothing in the messages tells a format.', candidates: [] }
  const candidates = scores.filter(({ score }) => score > Math.max(0, best.score - lead)).map(({ name }) => name)
  const reasonsFor = (name: FormatName): string =>
    seen.flatMap(({ says, speaksFor }) => (speaksFor[name] ? [says] : [])).join(', ')
  if (best.score - (second?.score ?? 0) < lead)
    return { format: null, reason: `Fits ${candidates.join(', ')}: ${reasonsFor(best.name)}.`, candidates }
  return { format: best.name, reason: `${reasonsFor(best.name)}.`, candidates: [best.name] }
}
