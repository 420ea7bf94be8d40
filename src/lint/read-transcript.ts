import type { Format } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { LazyMessage } from './lazy-message.ts'
import type { Message, Transcript, Turn } from '../transcript/transcript.ts'
import type { Role } from '../transcript/role.ts'

/** Who speaks in a message that a screen has marked as plain; 0 is not plain. */
export const plainRoles: readonly (Role | undefined)[] = [undefined, 'user', 'assistant']

/** Reads the raw messages into a view: one pass, nothing copied; what is marked as plain is read when it is asked for. */
export function readTranscript(
  raw: readonly unknown[],
  format: Format,
  rules: Rules,
  plain: Uint8Array | null = null,
): Transcript {
  const messages: Message[] = []
  const notable: Message[] = []
  const turns: Turn[] = []
  let run: Message[] = []
  let turn: Turn | undefined
  for (let index = 0; index < raw.length; index += 1) {
    const role = plain === null ? undefined : plainRoles[plain[index]!]
    const message: Message =
      role === undefined
        ? format.read(raw[index], index, rules)
        : new LazyMessage(raw[index], index, role, format, rules)
    if (turn === undefined || turn.role !== message.role) {
      run = []
      turn = { index: turns.length, role: message.role, messages: run, filled: false }
      turns.push(turn)
    }
    message.turnIndex = turn.index
    run.push(message)
    messages.push(message)
    if (role !== undefined) turn.filled = true
    else {
      notable.push(message)
      if (message.blocks.length > 0) turn.filled = true
    }
  }
  return { messages, notable, turns }
}
