import type { RequestBody } from '../formats/format.ts'
import { askToDropStaleThinking } from './ask-to-drop-stale-thinking.ts'
import type { Loss } from './edit.ts'
import { type Fixpoint, reachFixpoint } from './fixpoint.ts'
import type { LintSettings } from './lint.ts'
import type { Block } from './transcript.ts'

/**
 * On models with preserved thinking every thinking block is bound to all that stands before it, so an edit in mid-history
 * invalidates the thinking behind it (I11). The plan carries that consequence: the provider is asked to drop what no
 * longer verifies; where it cannot be asked, that thinking goes.
 */
export function carryBinding(
  list: readonly unknown[],
  request: RequestBody,
  settings: LintSettings,
  allow: Loss,
  reached: Fixpoint,
): Fixpoint {
  const { rules } = reached.last
  if (!rules.thinkingBound) return reached
  const stale = staleThinking(list, reached)
  if (stale.length === 0) return reached
  if (rules.dropStaleThinking === null) {
    const blocks = new Set(stale.map((block) => block.raw))
    return reachFixpoint(list, request, settings, allow, { type: 'thinking_prefix_mismatch', blocks })
  }
  const asking = askToDropStaleThinking({ ...request, ...reached.request }, rules.dropStaleThinking)
  if (asking === null) return reached
  return {
    ...reached,
    request: { ...reached.request, ...asking },
    betas: new Set([...reached.betas, ...rules.dropStaleThinking.betas]),
  }
}

/** Thinking blocks that stand behind the first change of the plan. */
function staleThinking(list: readonly unknown[], reached: Fixpoint): readonly Block[] {
  const { messages } = reached.last.transcript
  const prefixChanged = 'system' in reached.request || 'tools' in reached.request
  const changed = reached.placed.findIndex(({ raw }, index) => raw !== list[index])
  const start = prefixChanged ? 0 : changed < 0 ? messages.length : changed
  const original = prefixChanged ? undefined : list[start]
  return messages
    .slice(start)
    .flatMap((message) => message.blocks)
    .filter((block) => block.kind === 'thinking' && !standsBeforeChange(block, start, original))
}

/** In the first changed message, the blocks that are what and where they were are still bound to the old prefix. */
function standsBeforeChange(block: Block, start: number, original: unknown): boolean {
  if (block.message.index !== start || typeof original !== 'object' || original === null) return false
  const before = (original as Record<string, unknown>)[block.field]
  const now = (block.message.raw as Record<string, unknown>)[block.field]
  if (!Array.isArray(before) || !Array.isArray(now)) return false
  for (let index = 0; index <= block.index; index += 1) if (before[index] !== now[index]) return false
  return true
}
