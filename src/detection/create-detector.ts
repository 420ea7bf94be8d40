import { RecentlyUsed } from '../json/recently-used.ts'
import type { DetectedError } from './detected-error.ts'
import { errorLines } from './shapes/error-lines.ts'
import type { ErrorText } from './shapes/error-text.ts'
import { type ErrorVerdict, unexplained } from './error-verdict.ts'
import { aroundFence, fencedError, isToldFence, withoutCode } from './talk/fenced-error.ts'
import { compileGrammar, type Grammar, type ReportsByType } from './grammar.ts'
import { isDocument } from './talk/is-document.ts'
import { refusedBy } from './shapes/is-refusal.ts'
import { printedBody } from './shapes/printed-body.ts'
import { askedError, withoutForm } from './shapes/report-form.ts'
import { screenError } from './talk/screen-error.ts'
import { tableAsFields } from './shapes/table-as-fields.ts'
import { undoEncoding } from './shapes/undo-encoding.ts'
import { unwrapError } from './shapes/unwrap-error.ts'
import { verdictOn } from './verdict-on.ts'
import { withoutInput } from './shapes/without-input.ts'
import { withoutSourceLines } from './shapes/without-source-lines.ts'
import type { Wording } from './words/wording.ts'

/** Tells which fault an error reports, and where; null when it reports none. Never throws. */
export type Detector = (error: unknown) => DetectedError | null

/** Reads an error. Never throws. */
export type ErrorReader = (error: unknown) => ErrorVerdict

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

/** As {@link createDetector}, but also tells unexplained errors from those that are about something else. */
export function createErrorReader(
  reports: ReportsByType,
  isKnown: (wording: Wording) => boolean = () => true,
): ErrorReader {
  let grammar: Grammar | undefined
  const verdicts = new RecentlyUsed<ErrorVerdict>(maxKnown)
  const read = (error: ErrorText): ErrorVerdict => {
    grammar ??= compileGrammar(reports, isKnown)
    return verdictOn(error, grammar, (type) => reports[type])
  }
  return (error) => {
    const posted = tableAsFields(withoutSourceLines(undoEncoding(unwrapError(error))))
    const text = withoutForm(posted)
    if (text === '') return unexplained
    const refused = refusedBy(error)
    const body = withoutInput(undoEncoding(printedBody(error)))
    const key = refused + body + text
    const seen = key.length <= maxKnownLength ? verdicts.get(key) : undefined
    if (seen !== undefined) return seen
    const verdict = readReport({ body, text, refused, isReport: text !== posted }, posted, read)
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

type Read = (error: ErrorText) => ErrorVerdict

/** Reads the answer to the form's question for the error first, then the whole report. */
function readReport(error: ErrorText, posted: string, read: Read): ErrorVerdict {
  const asked = error.isReport ? askedError(posted) : null
  const verdict = asked === null ? null : readLong({ ...error, text: asked }, read)
  return verdict?.detected ? verdict : readLong(error, read)
}

/** Reads the part of a long text that shows an error first (a screen, a fence, error lines), then the whole. */
function readLong(error: ErrorText, read: Read): ErrorVerdict {
  const screen = screenError(error.text)
  const fenced = screen ?? fencedError(error.text)
  const lines = fenced ?? errorLines(error.text)
  const isDocumentBeside = (shown: string): boolean => {
    const isTold = error.isReport || isToldFence(shown)
    return isDocument(shown, isTold) && isDocument(aroundFence(shown), isTold)
  }
  const isDocumented = (): boolean =>
    screen === null && (fenced === null ? isDocument(error.text) : isDocumentBeside(withoutCode(error.text)))
  const verdict = lines === null || isDocumented() ? null : read({ ...error, text: lines })
  return verdict?.detected ? verdict : read(error)
}
