import type { Block, Turn } from './transcript.ts'

/** The block in which a turn ends; messages without content count for nothing. */
export function lastBlockOf(turn: Turn | undefined): Block | undefined {
  return turn?.messages.findLast((message) => message.blocks.length > 0)?.blocks.at(-1)
}
