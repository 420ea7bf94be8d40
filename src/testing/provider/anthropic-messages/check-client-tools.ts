import { asText } from '../shared/records.ts'
import type { Conversation, PlacedBlock, Turn } from './conversation.ts'
import type { Refusal } from './refusal.ts'

const idOf = (block: PlacedBlock): string => asText(block.value['id'])
const answers = (block: PlacedBlock): string => asText(block.value['tool_use_id'])

/** Ids are unique within one assistant turn; another turn may reuse them (corpus: `tool_use` ids must be unique). */
function* checkUnique(turn: Turn): Generator<Refusal> {
  const seen = new Set<string>()
  for (const block of turn.blocks) {
    if (block.type !== 'tool_use' && block.type !== 'server_tool_use' && block.type !== 'mcp_tool_use') continue
    if (seen.has(idOf(block))) yield { message: `${block.path}: \`${block.type}\` ids must be unique` }
    seen.add(idOf(block))
  }
}

/**
 * Results count only while they lead the next user turn: text before or between them hides the rest (provider-errors.md
 * §4). Consecutive user messages are one turn, so results may be split over several, in any order.
 */
function* checkAnswered(turn: Turn, next: Turn | undefined): Generator<Refusal> {
  const calls = turn.blocks.filter((block) => block.type === 'tool_use')
  const results = next?.role === 'user' ? next.blocks : []
  const firstOther = results.findIndex((block) => block.type !== 'tool_result')
  const leading = firstOther < 0 ? results : results.slice(0, firstOther)
  const answered = new Set(leading.map(answers))
  const open = calls.filter((call) => !answered.has(idOf(call)))
  if (open.length > 0)
    yield {
      message:
        `messages.${open[0]?.message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
        `${open.map(idOf).join(', ')}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`,
    }
}

function* checkResults(turn: Turn, previous: Turn | undefined): Generator<Refusal> {
  const calls = new Set((previous?.blocks ?? []).filter((block) => block.type === 'tool_use').map(idOf))
  const seen = new Set<string>()
  for (const block of turn.blocks) {
    if (block.type !== 'tool_result') continue
    const id = answers(block)
    if (!calls.has(id))
      yield {
        message:
          `${block.path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. ` +
          'Each `tool_result` block must have a corresponding `tool_use` block in the previous message.',
      }
    if (seen.has(id))
      yield {
        message: `${block.path}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
      }
    seen.add(id)
  }
}

/** An error result may hold text only, and must hold some; other results may be empty. */
function* checkErrors(turn: Turn): Generator<Refusal> {
  for (const { path, type, value } of turn.blocks) {
    const { content = '', is_error: isError } = value
    if (type !== 'tool_result' || isError !== true) continue
    if (content === '' || (Array.isArray(content) && content.length === 0))
      yield { message: `${path}.tool_result: content cannot be empty if \`is_error\` is true` }
    if (Array.isArray(content) && content.some((part: { type?: unknown }) => part.type !== 'text'))
      yield { message: `${path}.tool_result: all content must be type \`text\` if \`is_error\` is true` }
  }
}

export function* checkClientTools({ turns }: Conversation): Generator<Refusal> {
  for (const [index, turn] of turns.entries()) {
    if (turn.role === 'assistant') {
      yield* checkUnique(turn)
      yield* checkAnswered(turn, turns[index + 1])
    }
    if (turn.role !== 'user') continue
    yield* checkResults(turn, turns[index - 1])
    yield* checkErrors(turn)
  }
}
