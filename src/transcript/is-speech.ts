import type { Block } from './transcript.ts'

/** Whether a block says something: a result answers a call, and a mark (a cache point) beside it says nothing. */
export function isSpeech({ kind, shape }: Block): boolean {
  return kind !== 'tool_result' && !shape.mark
}
