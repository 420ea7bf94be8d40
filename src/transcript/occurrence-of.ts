import type { Block, Transcript } from './transcript.ts'

/** How many calls of the same id stand before this one: ids are legally reused across turns. */
export function occurrenceOf(call: Block, transcript: Transcript): number {
  let count = 0
  for (const message of transcript.messages) {
    for (const block of message.blocks) {
      if (block === call) return count
      if (block.kind === 'tool_call' && block.callId === call.callId) count += 1
    }
  }
  return count
}
