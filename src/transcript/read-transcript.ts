import type { Format } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { Message, Transcript, Turn } from './transcript.ts'

/** Reads the raw messages into a view: one pass, nothing copied. */
export function readTranscript(raw: readonly unknown[], format: Format, rules: Rules): Transcript {
  const messages: Message[] = []
  const turns: Turn[] = []
  let run: Message[] = []
  for (let index = 0; index < raw.length; index += 1) {
    const message = format.read(raw[index], index, rules)
    if (run.length === 0 || run[0]!.role !== message.role) {
      run = []
      turns.push({ index: turns.length, role: message.role, messages: run })
    }
    message.turnIndex = turns.length - 1
    run.push(message)
    messages.push(message)
  }
  return { messages, turns }
}
