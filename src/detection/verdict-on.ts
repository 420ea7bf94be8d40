import { foldPattern, ranks } from './words/compile-wordings.ts'
import { readCut } from './paths/cut-off.ts'
import type { DetectedError } from './detected-error.ts'
import type { ErrorExtras } from './shapes/error-extras.ts'
import type { ErrorText } from './shapes/error-text.ts'
import { type ErrorVerdict, explained, unexplained } from './error-verdict.ts'
import { type FoldedText, foldText, rawPositionOf } from './words/fold-text.ts'
import type { Grammar } from './grammar.ts'
import { isAside } from './talk/is-aside.ts'
import { isDiscourse } from './talk/is-discourse.ts'
import { isMusing } from './talk/is-musing.ts'
import { isNamedOnly } from './talk/is-named-only.ts'
import { atPath, locate, LOOK_BACK } from './locate.ts'
import { isQuotedError } from './talk/quoted-error.ts'
import type { RequestPath } from './paths/request-path.ts'
import { conversationLists, type Reading } from './grammar/reading.ts'
import { readingsOf } from './readings-of.ts'
import type { Reports } from './reports.ts'
import { sentenceAt } from './words/sentence-at.ts'

/** A reading that names a fault. */
type FaultReading = Reading & { readonly type: NonNullable<Reading['type']> }

/**
 * The verdict on an error: its strongest reading that is the error itself, and not somebody's talk about one.
 *
 * @param reportsOf how a fault is reported
 */
export function verdictOn(
  error: ErrorText,
  grammar: Grammar,
  reportsOf: (type: FaultReading['type']) => Reports,
): ErrorVerdict {
  const { text: whole } = error
  const isBody = error.body !== ''
  const { isCompleted, isCut, text } = readCut(whole)
  const folded = foldText(text)
  const readings = readingsOf(folded, error, grammar)
  if (readings === null) return explained
  const isOtherwiseExplained = (): boolean => grammar.explanations.some((pattern) => pattern.test(folded.lower))
  const structural = readings.filter(({ type }) => type !== null).map(({ start }) => start)
  let isQuoting = false
  for (const reading of readings) {
    if (!isFault(reading)) {
      if (isAside(whole, reading.start, structural)) continue
      return explained
    }
    const { end, path, rank, start } = reading
    // After a quoted error only stronger readings count: the writer also describes it in his own words.
    if (isQuoting && rank <= ranks.sentence) continue
    // A reading of the grammar alone, in somebody's story, is the writer's sentence and no provider's.
    const isOwn = isBody || error.refused === 'status' || path !== undefined || rank > ranks.sentence
    if (!isOwn && isToldBySomebody(whole, reading)) continue
    // A vague complaint counts only if nothing else in the error explains the refusal.
    if (rank <= ranks.weak && (isCut || isOtherwiseExplained())) continue
    if (isCut && (isNameless(reading, folded.lower) || (!isCompleted && isUnfinished(reading, folded.lower)))) continue
    isQuoting = isQuotedError(folded, { start, end: endOfWords(end, path) }, whole, {
      isBody,
      isReport: error.isReport,
    })
    if (isQuoting) continue
    return { detected: detectedIn(whole, folded, reading, reportsOf(reading.type).extras ?? {}), isExplained: true }
  }
  return readings.length > 0 || isOtherwiseExplained() ? explained : unexplained
}

const isFault = (reading: Reading): reading is FaultReading => reading.type !== null

function isToldBySomebody(whole: string, { end, rank, start }: Reading): boolean {
  const from = rawPositionOf(whole, start)
  const to = rawPositionOf(whole, end - 1) + 1
  const isPhrase = rank === ranks.phrase || rank === ranks.hint || rank === ranks.weak
  return isMusing(whole, from) || isDiscourse(whole, from, to) || (isPhrase && isNamedOnly(whole, from, to))
}

/** The path was cut off before its field: `Missing required parameter: 'messages...`. */
const isNameless = ({ path }: Reading, lower: string): boolean =>
  path?.end === lower.length && (path.names.length === 1 || path.names.at(-1) === '#')

/** Within this distance of the end of a cut text a complaint may be incomplete, unless a body ends behind it. */
const UNFINISHED = 4

/** Whether the cut may have removed the rest of the sentence; a path with a definite complaint is complete. */
function isUnfinished({ complaint, end, rank }: Reading, lower: string): boolean {
  const said = complaint === undefined || complaint === 'invalid' ? ranks.sentence : ranks.container
  return rank < said && end >= lower.length - UNFINISHED && !lower.includes('}', end)
}

/** How much of the complaint behind a path is taken, to see whether a quotation holds more than the path. */
const COMPLAINT = 4

const endOfWords = (end: number, path: RequestPath | undefined): number =>
  path === undefined ? end : path.end + (path.labelled ? 0 : COMPLAINT)

function detectedIn(
  whole: string,
  folded: FoldedText,
  { end, field, path, provider, start, type }: FaultReading,
  told: ErrorExtras,
): DetectedError {
  const extras = told.limits ? { ...told, limits: told.limits.map(foldPattern) } : told
  const located = locate(folded, extras, start, end)
  // A path that ends in the list itself names no field; the sentence may do so behind it (Groq: `property 'x' is unsupported`).
  const named =
    field === undefined || (conversationLists.has(field) && located.field !== undefined) ? located.field : field
  return Object.freeze({
    type,
    ...(provider === 'any' ? {} : { provider }),
    ...(path === undefined ? located : atPath(located, folded.lower.slice(path.start, path.end))),
    ...(extras.field && named !== undefined ? { field: asWritten(folded, named, start) } : {}),
    text: sentenceAt(whole, start),
  })
}

/** The name of a field in its own letters, so that the repair finds it in the message. */
function asWritten({ cased, lower }: FoldedText, field: string, start: number): string {
  const from = Math.max(0, start - LOOK_BACK)
  const at = cased.includes(field, from) ? -1 : lower.indexOf(field, from)
  return at < 0 ? field : cased.slice(at, at + field.length)
}
