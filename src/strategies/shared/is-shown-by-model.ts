import type { Block } from '../../transcript/transcript.ts'

/** A medium in a message of the model: where a framework hides who reads it, only the error tells that a user must show it. */
export function isShownByModel({ kind, message }: Block): boolean {
  return kind === 'media' && message.role === 'assistant'
}
