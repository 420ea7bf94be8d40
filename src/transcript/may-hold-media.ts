import type { Block } from './transcript.ts'

/** Whether an image or a document can be in it: other blocks need not be read for one. */
export function mayHoldMedia({ kind, shape }: Block): boolean {
  return kind === 'media' || kind === 'tool_result' || shape.holdsMedia === true
}
