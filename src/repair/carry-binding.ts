import { type Loss, isAllowed } from '../faults/loss.ts'
import type { RequestBody } from '../formats/format.ts'
import { askToDropStaleThinking } from '../lint/ask-to-drop-stale-thinking.ts'
import { findStaleThinking } from '../lint/find-stale-thinking.ts'
import type { Fixpoint } from './fixpoint.ts'
import { reachFixpoint } from './reach-fixpoint.ts'
import type { LintSettings } from './lint.ts'
import { readTranscript } from '../lint/read-transcript.ts'
import type { Block } from '../transcript/transcript.ts'

/** A plan with the consequence that it has for preserved thinking. */
export interface BoundPlan extends Fixpoint {
  /** What the consequence itself costs. */
  readonly bindingLoss: Loss
}

/**
 * On models with preserved thinking every thinking block is bound to all that stands before it, so an edit in mid-history
 * invalidates the thinking behind it (I11). The plan carries that consequence: the provider is asked to drop what no
 * longer verifies; where it cannot be asked, that thinking goes. Null: the caller does not allow what it costs.
 */
export function carryBinding(
  request: RequestBody,
  settings: LintSettings,
  allow: Loss,
  list: readonly unknown[],
  reached: Fixpoint,
): BoundPlan | null {
  const { rules } = reached.last
  if (!rules.thinkingBound || findStale(request, reached).length === 0) return { ...reached, bindingLoss: 'none' }
  if (!isAllowed('synthesised', allow)) return null
  if (rules.dropStaleThinking === null) {
    const blocks = new Set(findStale(request, reachedInWhole(list, reached, settings)).map((block) => block.raw))
    const without = reachFixpoint(list, request, settings, allow, { type: 'thinking_prefix_mismatch', blocks })
    return { ...without, bindingLoss: 'synthesised' }
  }
  const asking = askToDropStaleThinking({ ...request, ...reached.request }, rules.dropStaleThinking)
  if (asking === null) return { ...reached, bindingLoss: 'synthesised' }
  return {
    ...reached,
    request: { ...reached.request, ...asking },
    betas: new Set([...reached.betas, ...rules.dropStaleThinking.betas]),
    bindingLoss: 'synthesised',
  }
}

function findStale(request: RequestBody, { first, gaps, last, ...reached }: Fixpoint): readonly Block[] {
  return findStaleThinking(
    first.transcript,
    last.transcript,
    gaps,
    request,
    reached.request,
    last.rules.cacheMarks.field,
  )
}

/** The fixpoint with views of all messages: each of the stale blocks is wanted, not only whether there are any. */
function reachedInWhole(list: readonly unknown[], reached: Fixpoint, { format }: LintSettings): Fixpoint {
  const { first, gaps, last } = reached
  if (gaps.length === 0) return reached
  return {
    ...reached,
    first: { ...first, transcript: readTranscript(list, format, first.rules) },
    last: { ...last, transcript: readTranscript(reached.list(), format, last.rules) },
    gaps: [],
  }
}
