import { LRUCache } from 'lru-cache'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import { compileWordings, foldPattern, type WordingMatcher } from '../detection/compile-wordings.ts'
import type { DetectedError } from '../detection/detected-error.ts'
import type { ErrorExtras } from '../detection/error-extras.ts'
import { foldIntoBuffer } from '../detection/fold-text.ts'
import { locate } from '../detection/locate.ts'
import { notStructural, otherExplanations } from '../detection/not-structural.ts'
import { isQuotedError } from '../detection/quoted-error.ts'
import { sentenceAt } from '../detection/sentence-at.ts'
import { unwrapError } from '../detection/unwrap-error.ts'
import { reports } from '../reports/index.ts'

let matcher: WordingMatcher | undefined
let explanations: readonly RegExp[] | undefined

/** A client that retries, and a hook that asks twice, show the same words again and again. */
const verdicts: LRUCache<string, DetectedError | 'none'> = new LRUCache({ max: 128 })
const MAX_REMEMBERED = 4000

/** Compiled on first use: importing the library must stay cheap. */
function wordingMatcher(): WordingMatcher {
  matcher ??= compileWordings([
    ...Object.entries(reports).flatMap(([type, { wordings }]) =>
      wordings.map((wording) => ({ ...wording, type: type as RecoveryErrorType })),
    ),
    ...notStructural.map((wording) => ({ ...wording, type: null })),
  ])
  return matcher
}

function extrasOf(type: RecoveryErrorType): ErrorExtras {
  return foldExtras(reports[type].extras ?? {})
}

function foldExtras(extras: ErrorExtras): ErrorExtras {
  return extras.limits ? { ...extras, limits: extras.limits.map(foldPattern) } : extras
}

/** A vague complaint counts only when nothing else in the error explains the refusal. */
function isExplainedOtherwise(lower: string): boolean {
  explanations ??= otherExplanations.map(foldPattern)
  return explanations.some((pattern) => pattern.test(lower))
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
  if (text === '') return null
  if (text.length > MAX_REMEMBERED) return detectInText(text)
  let verdict = verdicts.get(text)
  if (verdict === undefined) {
    verdict = detectInText(text) ?? 'none'
    verdicts.set(text, verdict)
  }
  return verdict === 'none' ? null : verdict
}

function detectInText(text: string): DetectedError | null {
  const result = wordingMatcher().match(foldIntoBuffer(text))
  if (result === null) return null
  for (const { wording, start, end } of result.matches) {
    if (wording.type === null) return null
    if (wording.strength === 'vague' && isExplainedOtherwise(result.text.lower)) continue
    if (isQuotedError(result.text, start)) continue
    return Object.freeze({
      type: wording.type,
      ...(wording.provider === 'any' ? {} : { provider: wording.provider }),
      ...locate(result.text, extrasOf(wording.type), start, end),
      text: sentenceAt(text, start),
    })
  }
  return null
}
