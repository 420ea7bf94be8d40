import { compileFields, type FieldMatch, type FieldMatcher } from '../detection/match-fields.ts'
import { compileWordings, foldPattern, ranks, type WordingMatcher } from '../detection/compile-wordings.ts'
import type { DetectedError } from '../detection/detected-error.ts'
import type { ErrorExtras } from '../detection/error-extras.ts'
import { type FoldedText, foldText } from '../detection/fold-text.ts'
import { locate } from '../detection/locate.ts'
import { notStructural, otherExplanations } from '../detection/not-structural.ts'
import { isQuotedError } from '../detection/quoted-error.ts'
import { sentenceAt } from '../detection/sentence-at.ts'
import { unwrapError } from '../detection/unwrap-error.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import { reports } from '../reports/index.ts'

interface Grammar {
  readonly wordings: WordingMatcher
  readonly fields: FieldMatcher
  readonly explanations: readonly RegExp[]
}

let grammar: Grammar | undefined

/** Compiled on first use: importing the library must stay cheap. */
function compiled(): Grammar {
  const owned = Object.entries(reports) as [RecoveryErrorType, (typeof reports)[RecoveryErrorType]][]
  grammar ??= {
    wordings: compileWordings([
      ...owned.flatMap(([type, { wordings }]) => wordings.map((wording) => ({ ...wording, type }))),
      ...notStructural.map((wording) => ({ ...wording, type: null })),
    ]),
    fields: compileFields(owned.flatMap(([type, { fields = [] }]) => fields.map((rule) => ({ ...rule, type })))),
    explanations: otherExplanations.map(foldPattern),
  }
  return grammar
}

function foldExtras(extras: ErrorExtras): ErrorExtras {
  return extras.limits ? { ...extras, limits: extras.limits.map(foldPattern) } : extras
}

/**
 * Tells which structural fault an error reports, and where. Accepts whatever a client throws; never throws itself.
 * Null: the error is not about the structure of the transcript (rate limit, context length, authentication, parameters...).
 *
 * @example
 * detectError(new Error('400 messages.3.content.0: unexpected `tool_use_id` found in `tool_result` blocks: toolu_1'))
 * // { type: 'tool_result_orphan', provider: 'anthropic', messageIndex: 3, blockIndex: 0, toolCallIds: ['toolu_1'], ... }
 */
export function detectError(error: unknown): DetectedError | null {
  const text = unwrapError(error)
  return text === '' ? null : detectInText(text)
}

/** One reading of an error; the strongest holds, and among equals the first. */
interface Reading {
  readonly type: RecoveryErrorType | null
  readonly provider: string
  readonly rank: number
  readonly start: number
  readonly end: number
}

function detectInText(text: string): DetectedError | null {
  const { explanations, fields, wordings } = compiled()
  const folded = foldText(text)
  for (const { end, provider, rank, start, type } of readingsOf(folded, wordings, fields)) {
    if (type === null) return null
    // A vague complaint counts only when nothing else in the error explains the refusal.
    if (rank === ranks.vague && explanations.some((pattern) => pattern.test(folded.lower))) continue
    if (isQuotedError(folded, start, text)) continue
    return Object.freeze({
      type,
      ...(provider === 'any' ? {} : { provider }),
      ...locate(folded, foldExtras(reports[type].extras ?? {}), start, end),
      text: sentenceAt(text, start),
    })
  }
  return null
}

function readingsOf(folded: FoldedText, wordings: WordingMatcher, fields: FieldMatcher): Reading[] {
  const complaints = fields(folded)
  const own = complaints.filter(({ type }) => type !== null).map(readingOf)
  const foreign = complaints.filter(({ type }) => type === null)
  const said = wordings(folded)
    // The path is read before the sentence: what is said of a tool or a parameter is not said of the messages.
    .filter(
      ({ end, rank, start }) => rank >= ranks.decisive || !foreign.some((path) => start < path.end && end > path.start),
    )
    .map(({ end, rank, start, wording: { provider, type } }): Reading => ({ type, provider, rank, start, end }))
  const readings = [...said, ...own]
  if (foreign.length > 0 && own.length === 0 && readings.every(({ rank }) => rank <= ranks.general)) return []
  return readings.sort((a, b) => b.rank - a.rank || a.start - b.start || b.end - a.end)
}

/** A row for any field is weaker than a sentence that some provider is known for. */
const readingOf = ({ end, known, start, type }: FieldMatch): Reading => ({
  type,
  provider: 'any',
  rank: type === 'unspecified_structural' ? ranks.vague : known > 0 ? ranks.field : ranks.general,
  start,
  end,
})
