import type { Rules } from '../formats/rules.ts'
import type { KeptItems } from '../lint/kept-items.ts'
import type { Refusal } from '../lint/refusal.ts'
import { sentTogether } from './sent-together.ts'
import type { Block, Message, Transcript } from '../transcript/transcript.ts'

/** The messages that an error means: by index; else the items that it quotes. */
export function namedMessages(
  { messageIndex, named, rules, text, transcript }: Refusal,
  kept?: KeptItems,
): ReadonlySet<Message> {
  const byIndex = rules.indexCounts ? sentTogether(transcript, rules.indexCounts)[messageIndex ?? -1] : named && [named]
  return new Set(byIndex ?? kept?.namedItems(transcript, rules, text))
}

/** The index of a block as an error counts it. */
export function countedIndex(block: Block, transcript: Transcript, rules: Rules): number {
  if (!rules.indexCounts) return block.index
  const group = sentTogether(transcript, rules.indexCounts).find((messages) => messages.includes(block.message)) ?? []
  let before = 0
  for (const message of group) {
    if (message === block.message) break
    before += message.blocks.length
  }
  return before + Math.max(block.index, 0)
}
