import { type Loss, isAllowed } from '../faults/loss.ts'
import { applyEdits } from '../transcript/apply-edits.ts'
import { askToDropStaleThinking } from '../lint/ask-to-drop-stale-thinking.ts'
import { collectEdits } from './collect-edits.ts'
import { findStaleThinking } from '../lint/find-stale-thinking.ts'
import type { Gap } from '../lint/gap.ts'
import type { Fixpoint } from './fixpoint.ts'
import { reachFixpoint } from './reach-fixpoint.ts'
import type { RepairInput } from './repair-input.ts'
import { readTranscript } from '../lint/read-transcript.ts'
import type { Transcript } from '../transcript/transcript.ts'

/** A plan with the consequence that it has for preserved thinking. */
export interface BoundPlan extends Fixpoint {
  /** What the consequence itself costs, beside the edits. */
  readonly bindingLoss?: Loss
}

/**
 * On models with preserved thinking every thinking block is bound to all that stands before it, so an edit in mid-history
 * invalidates the thinking behind it (I11). The plan carries that consequence: the provider is asked to drop what no
 * longer verifies; where it cannot be asked, that thinking goes. Null: the caller does not allow what it costs.
 */
export function carryBinding(input: RepairInput, reached: Fixpoint): BoundPlan | null {
  const { allow, list, request, settings } = input
  const { first, gaps, last } = reached
  const { rules } = last
  const staleIn = (
    before: Transcript,
    after: Transcript,
    leftOut: readonly Gap[],
  ): ReturnType<typeof findStaleThinking> =>
    findStaleThinking(before, after, leftOut, request, reached.request, rules.cacheMarks.field)
  if (!rules.thinkingBound || staleIn(first.transcript, last.transcript, gaps).length === 0) return reached
  if (!isAllowed('synthesised', allow)) return null
  if (rules.dropStaleThinking === null) {
    // Each of the stale blocks is wanted, not only whether there are any: that takes views of all messages.
    const [before, after] = [
      readTranscript(list, settings.format, first.rules),
      readTranscript(applyEdits(list, collectEdits(list, reached)), settings.format, rules),
    ]
    const blocks = new Set(staleIn(before, after, []).map((block) => block.raw))
    return reachFixpoint(input, { type: 'thinking_prefix_mismatch', blocks })
  }
  const asking = askToDropStaleThinking({ ...request, ...reached.request }, rules.dropStaleThinking)
  return {
    ...reached,
    ...(asking && {
      request: { ...reached.request, ...asking },
      betas: new Set([...reached.betas, ...rules.dropStaleThinking.betas]),
    }),
    bindingLoss: 'synthesised',
  }
}
