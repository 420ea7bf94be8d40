import type { Loss } from '../../faults/loss.ts'
import { keepsContents } from '../../transcript/keeps-contents.ts'

/** Whether words move, or a content of the model goes with its field. */
export function lossOfWords(said: readonly string[], before: unknown, clean: unknown): Loss {
  return said.length === 0 && keepsContents(before, clean) ? 'none' : 'synthesised'
}
