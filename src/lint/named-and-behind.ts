import { isSpeech } from '../transcript/is-speech.ts'
import type { Block, Transcript } from '../transcript/transcript.ts'
import { allOrNamed } from './all-or-named.ts'

/**
 * What a request gives up with the reasoning that was named: all of it where nothing says that any verifies, else what stands
 * behind it, too, for where two writers or two accounts met, a provider would name one after the other. What it has passed stays,
 * and so does the turn that still runs, in which alone reasoning is demanded back.
 */
export function namedAndBehind(
  named: readonly Block[],
  all: readonly Block[],
  { messages }: Transcript,
): readonly Block[] {
  const sure = new Set(allOrNamed(named, all))
  const from = named[0]!.message.index
  const prompt = messages.findLastIndex(({ blocks, role }) => role === 'user' && blocks.some(isSpeech))
  return all.filter((block) => sure.has(block) || (block.message.index > from && block.message.index < prompt))
}
