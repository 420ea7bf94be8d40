import { isAllowed, type Loss } from '../faults/loss.ts'
import { marked, syntheticText } from '../faults/synthetic-text.ts'
import type { Placed } from '../lint/apply-draft.ts'
import type { LintSettings } from './lint.ts'

/**
 * A list of which the fixes leave nothing gets a marked message: no provider takes an empty one, unless the request continues
 * something that the server holds. In a store nothing is invented: its owner decides what becomes of an empty session.
 */
export function standIn(placed: readonly Placed[], { format, purpose }: LintSettings, allow: Loss): readonly Placed[] {
  if (placed.length > 0 || purpose !== 'request' || !isAllowed('synthesised', allow)) return placed
  const raw = format.write.message('user', [format.write.text(marked(syntheticText.emptyMessage))])
  return [{ raw, origin: null, causes: [{ type: 'conversation_empty', loss: 'synthesised' }] }]
}
