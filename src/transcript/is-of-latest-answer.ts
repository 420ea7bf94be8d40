import type { Block, Transcript } from './transcript.ts'

/** Whether a block stands in the latest turn of the model. */
export function isOfLatestAnswer({ message }: Block, { turns }: Transcript): boolean {
  return message.turnIndex === turns.findLast(({ role }) => role === 'assistant')?.index
}
