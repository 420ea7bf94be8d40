import type { Role } from '../../src/transcript/role.ts'
import type { Block, Message, Transcript, Turn } from '../../src/transcript/transcript.ts'

const roles: Readonly<Record<string, Role>> = { A: 'assistant', S: 'system', T: 'tool', U: 'user' }
const word = /^(?<id>[a-z]|-)?(?:\.(?<name>\w+))?(?<sign>[?!])(?<flags>[sy]*)$/

/**
 * Views from words: the first letter of a line is the role, `a?` a call, `a!` its result, `-.read?` one without an id but with a
 * name, `a?s` a call of the server, `a!y` a synthetic result; any other word is a text. A block's raw value is the word.
 */
export function viewsOf(lines: readonly string[]): Transcript {
  const messages: Message[] = []
  const turns: Turn[] = []
  for (const [index, line] of lines.entries()) {
    const [letter = '', ...words] = line.split(' ')
    const role = roles[letter]!
    const last = turns.at(-1)
    const turn = last?.role === role ? last : { index: turns.length, role, messages: [] as Message[], filled: true }
    if (turn !== last) turns.push(turn)
    const blocks: Block[] = []
    const message: Message = { index, raw: line, role, content: 'blocks', blocks, turnIndex: turn.index }
    words.forEach((text, at) => blocks.push(blockOf(text, at, message)))
    messages.push(message)
    ;(turn.messages as Message[]).push(message)
  }
  return { messages, turns }
}

function blockOf(text: string, index: number, message: Message): Block {
  const { id, name, sign, flags = '' } = word.exec(text)?.groups ?? {}
  const kind = sign === '?' ? 'tool_call' : sign === '!' ? 'tool_result' : 'text'
  const shape = { type: kind, server: flags.includes('s') }
  const payload = flags.includes('y') ? '[session-recovery] Nothing.' : text
  const callId = id === '-' ? undefined : id
  return { kind, message, field: 'content', index, raw: text, shape, text, callId, name, payload } as unknown as Block
}

/** A block as its word and the message that it stands in: `a?0`. */
export function nameOf(block: Block): string {
  return `${String(block.raw)}${block.message.index}`
}
