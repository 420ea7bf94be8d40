import { foldPattern, ranks } from './compile-wordings.ts'
import { readCut } from './cut-off.ts'
import type { DetectedError } from './detected-error.ts'
import type { ErrorExtras } from './error-extras.ts'
import type { ErrorText } from './error-text.ts'
import { type ErrorVerdict, explained, unexplained } from './error-verdict.ts'
import { type FoldedText, foldText, rawPositionOf } from './fold-text.ts'
import type { Grammar } from './grammar.ts'
import { isAside } from './is-aside.ts'
import { isDiscourse } from './is-discourse.ts'
import { isMusing } from './is-musing.ts'
import { isNamedOnly } from './is-named-only.ts'
import { atPath, locate, LOOK_BACK } from './locate.ts'
import { isQuotedError } from './quoted-error.ts'
import type { RequestPath } from './request-path.ts'
import { conversationLists, type Reading } from './reading.ts'
import { readingsOf } from './readings-of.ts'
import type { Reports } from './reports.ts'
import { sentenceAt } from './sentence-at.ts'

/** A reading that names a fault. */
type FaultReading = Reading & { readonly type: NonNullable<Reading['type']> }

/**
 * The strongest reading that the error itself says, and not somebody who tells of it.
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
    // Who quotes an error also speaks of it in words of his own.
    if (isQuoting && rank <= ranks.sentence) continue
    // What nothing but the grammar reads in somebody's story is his.
    const isOwn = isBody || error.refused === 'status' || path !== undefined || rank > ranks.sentence
    if (!isOwn && isToldBySomebody(whole, reading)) continue
    // A vague complaint counts only when nothing else in the error explains the refusal.
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

/** Of `Missing required parameter: 'messages...` nobody knows what is missing. */
const isNameless = ({ path }: Reading, lower: string): boolean =>
  path?.end === lower.length && (path.names.length === 1 || path.names.at(-1) === '#')

/** So near the end of a text that is cut off, the words of a complaint may go on, unless a body ends behind them. */
const UNFINISHED = 4

/** What is cut off may say something else; a path and what is wrong there are said. */
function isUnfinished({ complaint, end, rank }: Reading, lower: string): boolean {
  const said = complaint === undefined || complaint === 'invalid' ? ranks.sentence : ranks.container
  return rank < said && end >= lower.length - UNFINISHED && !lower.includes('}', end)
}

/** So much of the complaint behind a path shows whether a quotation holds more than the path. */
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

/** Names of fields keep their letters: what is to be taken out of a message has to be found there. */
function asWritten({ cased, lower }: FoldedText, field: string, start: number): string {
  const from = Math.max(0, start - LOOK_BACK)
  const at = cased.includes(field, from) ? -1 : lower.indexOf(field, from)
  return at < 0 ? field : cased.slice(at, at + field.length)
}
