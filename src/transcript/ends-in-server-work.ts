import type { Turn } from './transcript.ts'

/**
 * Whether a turn ends in what the provider itself wrote between two requests: a call that it still runs, the result of one
 * (`pause_turn`), or its summary. Such a turn is continued, not prefilled, and a system message may follow it.
 */
export function endsInServerWork(turn: Turn | undefined): boolean {
  const last = turn?.messages.findLast((message) => message.blocks.length > 0)?.blocks.at(-1)
  return last !== undefined && (last.shape.server || last.kind === 'compaction')
}
