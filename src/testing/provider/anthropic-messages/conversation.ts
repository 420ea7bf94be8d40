import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'

export type Role = 'user' | 'assistant' | 'system'

/** One content block with its place in the request; `path` is the form that error messages use. */
export type PlacedBlock = {
  role: Role
  message: number
  block: number
  type: string
  value: JsonRecord
  path: string
  fromString: boolean
}

/** Consecutive messages of one role: the API combines them into a single turn (SDK doc of `messages`). */
export type Turn = { role: Role; firstMessage: number; lastMessage: number; blocks: PlacedBlock[] }

export type Conversation = { messages: readonly JsonRecord[]; blocks: readonly PlacedBlock[]; turns: readonly Turn[] }

/** The blocks of a message. A string is shorthand for one text block; an empty string means no block at all. */
export function messageBlocks(message: JsonRecord, index: number): PlacedBlock[] {
  const content = message['content']
  const fromString = typeof content === 'string'
  const values = fromString ? (content === '' ? [] : [{ type: 'text', text: content }]) : asList(content)
  return values.filter(isRecord).map((value, block) => ({
    role: message['role'] as Role,
    message: index,
    block,
    type: asText(value['type']),
    value,
    path: `messages.${index}.content.${block}`,
    fromString,
  }))
}

/** Reads a request whose shape has already been checked. */
export function readConversation(messages: readonly JsonRecord[]): Conversation {
  const turns: Turn[] = []
  const blocks: PlacedBlock[] = []
  for (const [index, message] of messages.entries()) {
    const own = messageBlocks(message, index)
    blocks.push(...own)
    const last = turns.at(-1)
    const role = message['role'] as Role
    if (last?.role === role) {
      last.blocks.push(...own)
      last.lastMessage = index
    } else turns.push({ role, firstMessage: index, lastMessage: index, blocks: own })
  }
  return { messages, blocks, turns }
}

/** The blocks, and those nested in tool results, documents and search results. */
export function* nestedBlocks(blocks: readonly PlacedBlock[]): Generator<PlacedBlock> {
  for (const block of blocks) {
    yield block
    for (const [index, value] of asList(block.value['content']).filter(isRecord).entries())
      yield {
        ...block,
        type: asText(value['type']),
        value,
        path: `${block.path}.${block.type}.content.${index}`,
        fromString: false,
      }
  }
}

export const isThinking = (block: PlacedBlock): boolean =>
  block.type === 'thinking' || block.type === 'redacted_thinking'

export const isServerCall = (block: PlacedBlock): boolean => block.type === 'server_tool_use'

export const isServerResult = (block: PlacedBlock): boolean =>
  block.type.endsWith('_tool_result') && block.type !== 'mcp_tool_result'
