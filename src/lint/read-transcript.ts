import type { Format } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { seeThrough } from './see-through.ts'
import type { Message, Transcript, Turn } from '../transcript/transcript.ts'

/**
 * Reads the raw messages into a view: one pass, nothing copied.
 *
 * @param leftOut where the list is an excerpt: how many messages the whole list holds before each that the excerpt lacks
 */
export function readTranscript(
  raw: readonly unknown[],
  format: Format,
  rules: Rules,
  leftOut?: readonly number[],
): Transcript {
  const messages: Message[] = []
  const turns: Turn[] = []
  let run: Message[] = []
  let turn: Turn | undefined
  for (let index = 0; index < raw.length; index += 1) {
    const message = seeThrough(format.read(raw[index], index, rules), format, rules)
    if (turn === undefined || turn.role !== message.role) {
      run = []
      turn = { index: turns.length, role: message.role, messages: run, filled: false }
      turns.push(turn)
    }
    message.turnIndex = turn.index
    run.push(message)
    messages.push(message)
    if (message.blocks.length > 0) turn.filled = true
  }
  return { messages, turns, leftOut }
}
