import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { Complaint } from './complaint.ts'
import { compileWordings, foldPattern, ranks, type WordingMatcher } from './compile-wordings.ts'
import { readCut } from './cut-off.ts'
import type { DetectedError } from './detected-error.ts'
import type { ErrorExtras } from './error-extras.ts'
import { errorLines } from './error-lines.ts'
import { aroundFence, fencedError, withoutCode } from './fenced-error.ts'
import { type FoldedText, foldText, rawPositionOf } from './fold-text.ts'
import { type RefusedBy, refusedBy } from './is-refusal.ts'
import { atPath, locate, LOOK_BACK } from './locate.ts'
import { compileFields, type FieldMatch, type FieldMatcher } from './match-fields.ts'
import { notStructural, otherExplanations } from './not-structural.ts'
import { isAside } from './is-aside.ts'
import { isDiscourse } from './is-discourse.ts'
import { isDocument } from './is-document.ts'
import { isMusing } from './is-musing.ts'
import { isNamedOnly } from './is-named-only.ts'
import { isQuotedError } from './quoted-error.ts'
import { printedBody } from './printed-body.ts'
import { readPaths, type RequestPath } from './read-paths.ts'
import { RecentlyUsed } from '../json/recently-used.ts'
import type { Reports } from './reports.ts'
import { screenError } from './screen-error.ts'
import { sentenceAt } from './sentence-at.ts'
import { type Speaker, speakerOf } from './speaker-of.ts'
import { tableAsFields } from './table-as-fields.ts'
import { undoEncoding } from './undo-encoding.ts'
import { unwrapError } from './unwrap-error.ts'
import { withoutInput } from './without-input.ts'
import { withoutUnionMembers } from './union-members.ts'
import { askedError, withoutForm } from './report-form.ts'
import { withoutSourceLines } from './without-source-lines.ts'
import { compileSentences, type SentenceMatch, type SentenceMatcher } from './match-sentences.ts'
import type { Wording } from './wording.ts'

/** Tells which fault an error reports, and where; null when it reports none. Never throws. */
export type Detector = (error: unknown) => DetectedError | null

/** What an error says: the fault that it reports, or whether anything else in it tells why the request was refused. */
export interface ErrorVerdict {
  readonly detected: DetectedError | null
  /** The error is known to be about something else than the messages, or quotes somebody else's error. */
  readonly isExplained: boolean
}

/** Reads an error. Never throws. */
export type ErrorReader = (error: unknown) => ErrorVerdict

/** How each fault type is reported. */
export type ReportsByType = Readonly<Record<RecoveryErrorType, Reports>>

interface Grammar {
  readonly wordings: WordingMatcher
  readonly fields: FieldMatcher
  readonly sentences: SentenceMatcher
  readonly explanations: readonly RegExp[]
}

/** One reading of an error; the strongest holds, and among equals the first. */
interface Reading {
  readonly type: RecoveryErrorType | null
  readonly provider: string
  readonly rank: number
  readonly start: number
  readonly end: number
  readonly field?: string
  readonly complaint?: Complaint
  readonly path?: RequestPath
}

/**
 * Makes a detector from what is known about reports. Nothing is compiled before the first error.
 *
 * @param isKnown leaves wordings out, to tell how much is understood without them
 * @example createDetector(reports, ({ provider }) => provider !== 'groq')
 */
export function createDetector(reports: ReportsByType, isKnown: (wording: Wording) => boolean = () => true): Detector {
  const read = createErrorReader(reports, isKnown)
  return (error) => read(error).detected
}

/** As {@link createDetector}, and tells errors that nothing explains from those that are about something else. */
export function createErrorReader(
  reports: ReportsByType,
  isKnown: (wording: Wording) => boolean = () => true,
): ErrorReader {
  let grammar: Grammar | undefined
  const verdicts = new RecentlyUsed<ErrorVerdict>(maxKnown)
  return (error) => {
    const posted = tableAsFields(withoutSourceLines(undoEncoding(unwrapError(error))))
    const text = withoutForm(posted)
    if (text === '') return unexplained
    const refused = refusedBy(error)
    const body = withoutInput(undoEncoding(printedBody(error)))
    const key = refused + body + text
    const seen = key.length <= maxKnownLength ? verdicts.get(key) : undefined
    if (seen !== undefined) return seen
    grammar ??= compile(reports, isKnown)
    const verdict = readReport({ body, text, refused, isReport: text !== posted }, posted, grammar, reports)
    if (key.length <= maxKnownLength) verdicts.set(key, verdict)
    return verdict
  }
}

/**
 * One refusal is read by the client's wrapper, the engine and the host, and comes again with every retry. By text, since an
 * error object may change; short ones only, so that what is kept is bounded to about a megabyte.
 */
const maxKnown = 128
const maxKnownLength = 2_000

const explained: ErrorVerdict = { detected: null, isExplained: true }
const unexplained: ErrorVerdict = { detected: null, isExplained: false }

function compile(reports: ReportsByType, isKnown: (wording: Wording) => boolean): Grammar {
  const owned = Object.entries(reports) as [RecoveryErrorType, Reports][]
  return {
    wordings: compileWordings([
      ...owned.flatMap(([type, { wordings }]) => wordings.filter(isKnown).map((wording) => ({ ...wording, type }))),
      ...notStructural.map((wording) => ({ ...wording, type: null })),
    ]),
    fields: compileFields(owned.flatMap(([type, { fields = [] }]) => fields.map((rule) => ({ ...rule, type })))),
    sentences: compileSentences(
      owned.flatMap(([type, { sentences = [] }]) => sentences.map((words) => ({ words, type }))),
      owned.map(([type, { things = [] }]) => ({ things, type })),
    ),
    explanations: otherExplanations.map(foldPattern),
  }
}

/** So near the end of a text that is cut off, the words of a complaint may go on, unless a body ends behind them. */
const UNFINISHED = 4
const isUnfinished = (lower: string, end: number): boolean =>
  end >= lower.length - UNFINISHED && !lower.includes('}', end)

/** Names of the lists that hold the conversation. */
const lists: ReadonlySet<string> = new Set(['messages', 'input', 'contents'])

/** A path into a list of messages: where nothing is said of its field, its names are the things of a sentence. */
const isInList = ({ hasIndex, names, own }: RequestPath): boolean =>
  own && hasIndex && lists.has((names[0] as string).slice(1))

/** So much of the complaint behind a path shows whether a quotation holds more than the path. */
const COMPLAINT = 4

const endOfWords = (end: number, path: RequestPath | undefined): number =>
  path === undefined ? end : path.end + (path.labelled ? 0 : COMPLAINT)

interface ErrorText {
  readonly text: string
  /** As it was sent, where it came parsed. */
  readonly body: string
  readonly refused: RefusedBy
  /** It came in the form of a tracker: somebody reports his error. */
  readonly isReport: boolean
}

/** What a form asks for as the error is read before what its writer tells beside it. */
function readReport(error: ErrorText, posted: string, grammar: Grammar, reports: ReportsByType): ErrorVerdict {
  const asked = error.isReport ? askedError(posted) : null
  const verdict = asked === null ? null : readLong({ ...error, text: asked }, grammar, reports)
  return verdict?.detected ? verdict : readLong(error, grammar, reports)
}

/** A long log is read where it shows an error first: sentences are looked for in so much only. */
function readLong(error: ErrorText, grammar: Grammar, reports: ReportsByType): ErrorVerdict {
  const screen = screenError(error.text)
  const fenced = screen ?? fencedError(error.text)
  const lines = fenced ?? errorLines(error.text)
  const isDocumentBeside = (shown: string): boolean =>
    isDocument(shown, error.isReport) && isDocument(aroundFence(shown), error.isReport)
  const isDocumented = (): boolean =>
    screen === null && (fenced === null ? isDocument(error.text) : isDocumentBeside(withoutCode(error.text)))
  const verdict = lines === null || isDocumented() ? null : readText({ ...error, text: lines }, grammar, reports)
  return verdict?.detected ? verdict : readText(error, grammar, reports)
}

function readText(
  { body, isReport, refused, text: whole }: ErrorText,
  grammar: Grammar,
  reports: ReportsByType,
): ErrorVerdict {
  const { isCompleted, isCut, text } = readCut(whole)
  const folded = foldText(text)
  const readings = readingsOf({ folded, refused, body }, grammar)
  if (readings === null) return explained
  const isOtherwiseExplained = (): boolean => grammar.explanations.some((pattern) => pattern.test(folded.lower))
  const structural = readings.filter(({ type }) => type !== null).map(({ start }) => start)
  let isQuoting = false
  for (const { complaint, end, field, path, provider, rank, start, type } of readings) {
    if (type === null) {
      if (isAside(whole, start, structural)) continue
      return explained
    }
    // Who quotes an error also speaks of it in words of his own.
    if (isQuoting && rank <= ranks.sentence) continue
    // What nothing but the grammar reads in somebody's story is his.
    const isOwn = body !== '' || refused === 'status' || path !== undefined || rank > ranks.sentence
    if (!isOwn && isToldBySomebody(whole, start, end, rank === ranks.phrase || rank === ranks.hint)) continue
    // A vague complaint counts only when nothing else in the error explains the refusal.
    if (rank <= ranks.weak && (isCut || isOtherwiseExplained())) continue
    // What is cut off may say something else; a path and what is wrong there are said.
    const said = complaint === undefined || complaint === 'invalid' ? ranks.sentence : ranks.container
    if (isCut && !isCompleted && rank < said && isUnfinished(folded.lower, end)) continue
    // Of `Missing required parameter: 'messages...` nobody knows what is missing.
    if (isCut && path?.end === folded.lower.length && (path.names.length === 1 || path.names.at(-1) === '#')) continue
    isQuoting = isQuotedError(folded, { start, end: endOfWords(end, path) }, whole, { isBody: body !== '', isReport })
    if (isQuoting) continue
    const extras = foldExtras(reports[type].extras ?? {})
    const located = locate(folded, extras, start, end)
    // A path that ends in the list itself names no field; the sentence may do so behind it (Groq: `property 'x' is unsupported`).
    const named = field === undefined || (lists.has(field) && located.field !== undefined) ? located.field : field
    const detected: DetectedError = Object.freeze({
      type,
      ...(provider === 'any' ? {} : { provider }),
      ...(path === undefined ? located : atPath(located, folded.lower.slice(path.start, path.end))),
      ...(extras.field && named !== undefined ? { field: asWritten(folded, named, start) } : {}),
      text: sentenceAt(whole, start),
    })
    return { detected, isExplained: true }
  }
  return readings.length > 0 || isOtherwiseExplained() ? explained : unexplained
}

/** @param start position in the folded text */
function isToldBySomebody(whole: string, start: number, end: number, isPhrase: boolean): boolean {
  const from = rawPositionOf(whole, start)
  const to = rawPositionOf(whole, end - 1) + 1
  return isMusing(whole, from) || isDiscourse(whole, from, to) || (isPhrase && isNamedOnly(whole, from, to))
}

/** Names of fields keep their letters: what is to be taken out of a message has to be found there. */
function asWritten({ cased, lower }: FoldedText, field: string, start: number): string {
  const from = Math.max(0, start - LOOK_BACK)
  const at = cased.includes(field, from) ? -1 : lower.indexOf(field, from)
  return at < 0 ? field : cased.slice(at, at + field.length)
}

function foldExtras(extras: ErrorExtras): ErrorExtras {
  return extras.limits ? { ...extras, limits: extras.limits.map(foldPattern) } : extras
}

/** The strongest first; null when all that is complained about stands outside the messages. */
function readingsOf(
  { body, folded, refused }: Omit<ErrorText, 'text' | 'isReport'> & { readonly folded: FoldedText },
  grammar: Grammar,
): Reading[] | null {
  const { fields, sentences, wordings } = grammar
  const paths = readPaths(folded)
  const sent = body === '' ? undefined : foldText(body)
  if (sent !== undefined && wordings(sent).some(({ wording: { type } }) => type === null)) return null
  const speaker = speakerOf(folded, paths, refused, sent)
  const complaints = fields(folded, paths)
  const ours = complaints.filter(({ type }) => type !== null)
  const counted = withoutUnionMembers(folded.lower, ours)
  const own = counted.map(readingOf)
  const foreign = complaints.filter(({ type }) => type === null)
  const elsewhere = [...foreign, ...ours.filter((match) => !counted.includes(match))]
  const said = wordings(folded)
    // The path is read before the sentence: what is said of a tool or a parameter is not said of the messages.
    .filter(
      ({ end, rank, start }) =>
        rank >= ranks.decisive || !elsewhere.some((path) => start < path.end && end > path.start),
    )
    .map(({ end, rank, start, wording: { provider, type } }): Reading => ({ type, provider, rank, start, end }))
  // A sentence that is known word by word needs no grammar.
  const isKnown =
    said.some(({ rank, type }) => type !== null && rank >= ranks.shared) || own.some(({ rank }) => rank >= ranks.field)
  const isLocal = (refused === 'nothing' || refused === 'client') && localException.test(folded.lower)
  const stated = isKnown
    ? []
    : sentences(
        folded,
        paths.filter((path) => !isInList(path) || complaints.length > 0),
        speaker === 'provider',
      ).filter(
        ({ isForeignForm, isTelling, type, words }) =>
          !(isForeignForm && isEveryday({ type })) &&
          (!isLocal ||
            ((isTelling || speaker === 'provider') &&
              (words > 2 ||
                ofModels.has(type) ||
                (type === 'role_invalid' &&
                  (isTelling || /messagerole|systemmessage|roleinmessages/.test(folded.lower)))))),
      )
  const places = paths.filter((path) => isInList(path) && path.names.at(-1) === '#').map(({ names }) => names.length)
  const statement = stated.find(({ type }) => type !== 'unspecified_structural') ?? stated[0]
  const readings = [...said, ...own, ...(statement === undefined ? [] : [sentenceReading(statement, places)])].filter(
    (reading) => !isOfAnother(speaker, reading, folded.lower) && !(refused === 'elsewhere' && isEveryday(reading)),
  )
  if (foreign.length > 0 && own.length === 0 && readings.every(({ rank }) => rank <= ranks.sentence)) return null
  return readings.sort((a, b) => b.rank - a.rank || a.start - b.start || b.end - a.end)
}

/** An exception of a program, not of an API: only a whole statement, about calls, results or thinking or by a name of models, speaks of a conversation. */
const localException = /^(?:uncaught)?(?:value|type|key|index|attribute|assertion|syntax|reference)error:/

/** What nothing but a conversation with a model has: two words about it are a whole statement. */
const ofModels: ReadonlySet<RecoveryErrorType> = new Set([
  'role_alternation',
  'cache_control_invalid',
  'thinking_signature_invalid',
  'thinking_signature_missing',
  'tool_call_id_duplicate',
  'tool_call_id_invalid',
  'tool_call_input_invalid',
  'tool_result_duplicate',
  'tool_result_missing',
])

/** What other systems have as well, and complain of in the same words. */
const everydayFaults: ReadonlySet<RecoveryErrorType> = new Set([
  'blank_text',
  'content_block_invalid',
  'conversation_empty',
  'empty_content_message',
  'media_invalid',
  'media_limit_exceeded',
  'media_unsupported',
  'role_invalid',
  'unknown_field',
  'unspecified_structural',
])

const isEveryday = ({ type }: Pick<Reading, 'type'>): boolean => type !== null && everydayFaults.has(type)

/**
 * Words that no provider owns, about things that other systems have as well, said by one of those; or shared with forms for
 * uploads, where nothing shows that somebody refuses a request.
 */
const isOfAnother = (speaker: Speaker, { provider, rank, type }: Reading, lower: string): boolean =>
  (speaker === 'other' && (provider === 'any' ? isEveryday({ type }) : type === 'unspecified_structural')) ||
  (speaker !== 'provider' &&
    (rank === ranks.shared || (rank < ranks.shared && type !== null && mediaFaults.has(type))) &&
    !requestWords.test(lower)) ||
  (speaker === 'unknown' && type !== null && ofModels.has(type) && ofOwnModel.test(lower)) ||
  (speaker !== 'provider' && type === 'conversation_empty' && emptyInput.test(lower)) ||
  (rank <= ranks.sentence && otherLabel.test(lower))

/** What numeric programs say of their arguments, too. */
const emptyInput = /input(?:list|array)is/

/** Labels with which a provider says itself that the messages are not what it refuses; proxies put false ones around sentences that are known. */
const otherLabel =
  /type:(?:authentication|permission|rate_limit|overloaded|billing)_error|status:(?:unauthenticated|permission_denied|resource_exhausted)|request_too_large/

/** Who parses or checks what its model has just called refuses no request; a server says what it parses the history as. */
const ofOwnModel =
  /modelre(?:ply|sponse)|streamingtool|(?:^|:false,error:)tool(?:arguments|args)must|parse(?:tool|function)_?(?:call)?_?arguments(?!asjson)|(?:tool|function)_?call[\w-]{1,60}(?:isinvalid)?:arg/

/** What forms for uploads complain of, too. */
const mediaFaults: ReadonlySet<RecoveryErrorType> = new Set([
  'media_invalid',
  'media_limit_exceeded',
  'media_unsupported',
])

/** What shows that media belong to the request of a model. */
const requestWords =
  /(?<!\/)(?:model|request|prompt|conversation|history|messages|content|base64|input|api|documents)(?!\/)|image_url(?!must|is)|imageblock|\/v1\/|completions|imagedata|imageoraudio|(?:provided|verifythe)url|doublepressesc|max\d+pages|totalpixels|maybeprovided|\dbytes>\d|inmessage\d/

/** Fields that hold others: a sentence about what is inside tells more than that something is wrong with them. */
const containers: ReadonlySet<string> = new Set([...lists, 'content', 'content_parts', 'parts', 'type'])

/** A row for any field is weaker than a sentence that some provider is known for. */
const readingOf = ({ complaint, end, field, isSentence, known, path, start, type }: FieldMatch): Reading => ({
  type,
  field,
  complaint,
  path,
  provider: 'any',
  rank: Math.min(rankOfField(type, complaint, known, field), isSentence ? ranks.container : Infinity),
  start,
  end,
})

function rankOfField(type: RecoveryErrorType | null, complaint: Complaint, known: number, field: string): number {
  if (type === 'unspecified_structural') return ranks.vague
  if (complaint === 'unknown') return ranks.field
  // What is too long, too large or too many stands inside a container: the sentence names it.
  if (known === 0 || (complaint === 'long' && containers.has(field))) return ranks.anyField
  if (containers.has(field)) return ranks.container
  // Where a row knows the way to the field, its sentence says no more than the path.
  return complaint === 'invalid' ? (known > 1 ? ranks.phrase + 0.5 : ranks.container) : ranks.field
}

/** Three words and more are a statement, two only a phrase. */
const sentenceReading = (
  { end, isTelling, isWeak, start, type, words }: SentenceMatch,
  places: readonly number[],
): Reading => ({
  type,
  provider: 'any',
  // Behind the place of a message its words are about it; behind that of a block, media are those of the conversation.
  rank: isWeak
    ? ranks.weak
    : rankOfSentence(type, words, isTelling || places.includes(2) || (places.length > 0 && mediaFaults.has(type))),
  start,
  end,
})

function rankOfSentence(type: RecoveryErrorType, words: number, isTelling: boolean): number {
  if (type === 'unspecified_structural') return ranks.vague
  if (words > 2) return ranks.sentence
  return isTelling ? ranks.phrase : ranks.hint
}
