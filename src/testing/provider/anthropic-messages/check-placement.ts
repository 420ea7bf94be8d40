import { isRecord } from '../shared/records.ts'
import {
  type Conversation,
  isServerCall,
  isServerResult,
  messageBlocks,
  type PlacedBlock,
  type Turn,
} from './conversation.ts'
import type { Refusal } from './refusal.ts'

/* Sources: provider-errors.md §4; probes in code-index 61369042860; docs "Mid-conversation system messages". */

const formHint = 'the directive-only form (content: [] with output_config) is accepted at any position'
const systemBlockTypes = new Set(['text', 'tool_addition', 'tool_removal'])

const isBlank = (block: PlacedBlock): boolean => block.type === 'text' && String(block.value['text']).trim() === ''

const endsInServerWork = (turn: Turn | undefined): boolean => {
  const last = turn?.role === 'assistant' ? turn.blocks.at(-1) : undefined
  return last !== undefined && (isServerResult(last) || isServerCall(last) || last.type === 'mcp_tool_result')
}

const isDirective = (message: Record<string, unknown>): boolean => {
  const content = message['content']
  const isEmpty = content === undefined || content === '' || (Array.isArray(content) && content.length === 0)
  return isEmpty && isRecord(message['output_config'])
}

function* checkSystemContent({ messages }: Conversation): Generator<Refusal> {
  for (const [index, message] of messages.entries()) {
    if (message['role'] !== 'system' || isDirective(message)) continue
    const blocks = messageBlocks(message, index)
    if (blocks.length === 0 && Array.isArray(message['content']))
      yield { message: `messages.${index}: system content must contain at least one block` }
    if (blocks.some((block) => block.type === 'compaction'))
      yield {
        message: `messages.${index}: \`compaction\` blocks cannot be sent in a 'system' message`,
        errorCode: 'compaction_block_misplaced',
      }
    if (blocks.some((block) => !systemBlockTypes.has(block.type)))
      yield { message: `messages.${index}: role 'system' supports text, tool_addition, and tool_removal blocks only` }
    if (message['clear_at'] !== 'next_user_message') continue
    if (blocks.some((block) => block.type !== 'text'))
      yield {
        message: `messages.${index}: a turn-scoped system message supports text blocks only (clear_at: 'next_user_message')`,
      }
    for (const block of blocks)
      if (block.value['cache_control'])
        yield {
          message: `${block.path}: cache_control is not permitted on a turn-scoped system message (clear_at: 'next_user_message')`,
        }
  }
}

function* checkSystemPosition({ messages, turns }: Conversation): Generator<Refusal> {
  for (const [position, turn] of turns.entries()) {
    if (turn.role !== 'system') continue
    const run = messages.slice(turn.firstMessage, turn.lastMessage + 1)
    if (run.every(isDirective)) continue
    if (turn.firstMessage === 0)
      yield {
        message: `messages.0: use the top-level 'system' parameter for the initial system prompt; ${formHint}`,
      }
    const before = turns[position - 1]
    const after = turns[position + 1]
    if (after && after.role !== 'assistant')
      yield {
        message: `messages.${turn.lastMessage}: role 'system' must precede an 'assistant' message or end the array; ${formHint}`,
      }
    if (before?.role === 'assistant' && !endsInServerWork(before))
      yield {
        message: `messages.${turn.firstMessage}: role 'system' must follow a 'user' message or an 'assistant' message ending in a server tool result; ${formHint}`,
      }
  }
}

function* checkSystemText({ blocks, messages }: Conversation): Generator<Refusal> {
  for (const block of blocks)
    if (block.role === 'system' && isBlank(block))
      yield { message: `messages.${block.message}: system text blocks must contain non-whitespace text` }
  for (const [index, message] of messages.entries())
    if (message['role'] === 'system' && message['content'] === '' && !isDirective(message))
      yield { message: `messages.${index}: system text blocks must contain non-whitespace text` }
}

function* checkEmptyUserTurns({ turns }: Conversation): Generator<Refusal> {
  for (const turn of turns)
    if (turn.role === 'user' && turn.blocks.length === 0)
      yield { message: `messages.${turn.firstMessage}: user messages must have non-empty content` }
}

/** The conversation must open with a user turn; a compaction block may open it in either role (docs: compaction). */
function* checkFirstRole({ turns }: Conversation): Generator<Refusal> {
  const first = turns.find((turn) => turn.role !== 'system')
  if (first?.role === 'assistant' && first.blocks[0]?.type !== 'compaction')
    yield { message: 'messages: first message must use the "user" role' }
}

const onlyIn: Record<string, 'user' | 'assistant' | 'system'> = {
  image: 'user',
  document: 'user',
  search_result: 'user',
  tool_result: 'user',
  thinking: 'assistant',
  redacted_thinking: 'assistant',
  tool_use: 'assistant',
  server_tool_use: 'assistant',
  web_search_tool_result: 'assistant',
  web_fetch_tool_result: 'assistant',
  advisor_tool_result: 'assistant',
  code_execution_tool_result: 'assistant',
  bash_code_execution_tool_result: 'assistant',
  text_editor_code_execution_tool_result: 'assistant',
  tool_search_tool_result: 'assistant',
  mcp_tool_use: 'assistant',
  mcp_tool_result: 'assistant',
  mcp_tool_listing: 'assistant',
  fallback: 'assistant',
  tool_addition: 'system',
  tool_removal: 'system',
}

function* checkRoles({ blocks }: Conversation): Generator<Refusal> {
  for (const block of blocks) {
    const role = onlyIn[block.type]
    if (role && role !== block.role)
      yield { message: `messages.${block.message}: \`${block.type}\` blocks can only be in \`${role}\` messages` }
  }
}

/** The conversation's shape: after all types and unknown keys (measured order), before pairing and thinking. */
export function* checkPlacement(conversation: Conversation): Generator<Refusal> {
  yield* checkSystemContent(conversation)
  yield* checkSystemPosition(conversation)
  yield* checkSystemText(conversation)
  yield* checkEmptyUserTurns(conversation)
  yield* checkFirstRole(conversation)
  yield* checkRoles(conversation)
}
