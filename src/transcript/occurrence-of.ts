import { readOnce } from '../json/read-once.ts'
import type { Block, Transcript } from './transcript.ts'

/** How many calls of the same id stand before this one: ids are legally reused across turns. */
export function occurrenceOf(call: Block, transcript: Transcript): number {
  return countOccurrences(transcript).get(call) ?? 0
}

const countOccurrences = readOnce(({ messages }: Transcript): ReadonlyMap<Block, number> => {
  const next = new Map<string | undefined, number>()
  const occurrences = new Map<Block, number>()
  for (const message of messages) {
    for (const block of message.blocks) {
      if (block.kind !== 'tool_call') continue
      const occurrence = next.get(block.callId) ?? 0
      next.set(block.callId, occurrence + 1)
      occurrences.set(block, occurrence)
    }
  }
  return occurrences
})
