import { asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { type Conversation, isThinking, type PlacedBlock, type Turn } from './conversation.ts'
import type { JudgedModel } from './models.ts'
import type { Refusal } from './refusal.ts'

/** The thinking mode of a request; the model's default when it sets none. */
export function thinkingMode(body: JsonRecord, model: JudgedModel): string {
  const thinking = body['thinking']
  return isRecord(thinking) ? asText(thinking['type']) : model.adaptiveByDefault ? 'adaptive' : 'disabled'
}

function* checkMode(body: JsonRecord, model: JudgedModel): Generator<Refusal> {
  const thinking = body['thinking']
  if (!isRecord(thinking)) return
  const type = asText(thinking['type'])
  const hint = type === 'enabled' ? 'Use `thinking.type.adaptive` instead.' : 'Use `thinking.type.enabled` instead.'
  const isRefused = (type === 'enabled' && !model.enabledThinking) || (type === 'adaptive' && !model.adaptiveThinking)
  if (isRefused) yield { message: `"thinking.type.${type}" is not supported for this model. ${hint}` }
  if (type !== 'enabled') return
  const budget = Number(thinking['budget_tokens'])
  if (budget < 1024) yield { message: 'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024' }
  if (typeof body['max_tokens'] === 'number' && body['max_tokens'] <= budget)
    yield { message: '`max_tokens` must be greater than `thinking.budget_tokens`.' }
}

/** Blocks that the server itself puts before the model's output. */
const leaders = new Set(['compaction', 'fallback', 'mcp_tool_listing'])

/** The rule holds per message, not per turn: one that holds thinking must start with it, unless thinking is adaptive. */
function* checkLead({ blocks }: Conversation, mode: string): Generator<Refusal> {
  if (mode === 'adaptive') return
  let first: PlacedBlock | undefined
  for (const block of blocks) {
    if (block.role !== 'assistant' || leaders.has(block.type)) continue
    if (first?.message !== block.message) first = block
    else if (isThinking(block) && !isThinking(first))
      yield {
        message: `${first.path}: If an assistant message contains any thinking blocks, the first block must be \`thinking\` or \`redacted_thinking\`. Found \`${first.type}\`.`,
      }
  }
}

/** Signed thinking may be empty, unsigned thinking may not (provider-errors.md §4); blank text is always refused. */
function* checkEmpty({ blocks }: Conversation): Generator<Refusal> {
  for (const block of blocks) {
    const thinking = asText(block.value['thinking'])
    if (block.type !== 'thinking' || thinking.trim() !== '') continue
    if (thinking !== '' || asText(block.value['signature']) === '')
      yield { message: `${block.path}.thinking: each thinking block must contain non-whitespace thinking` }
  }
}

const docs = 'https://docs.anthropic.com/en/docs/build-with-claude/extended-thinking'

/** The assistant turns of the running tool loop: those after the last real user turn. */
function runningLoop(turns: readonly Turn[]): Turn[] {
  const lastHuman = turns.findLastIndex(
    (turn) => turn.role === 'user' && turn.blocks.some((block) => block.type !== 'tool_result'),
  )
  return turns.slice(lastHuman + 1).filter((turn) => turn.role === 'assistant')
}

function* checkFinalTurn({ turns }: Conversation, mode: string): Generator<Refusal> {
  const last = turns.at(-1)
  if (mode === 'disabled' && last?.role === 'assistant') {
    const kept = last.blocks.find(isThinking)
    if (kept)
      yield {
        message: `When thinking is disabled, an \`assistant\` message in the final position cannot contain \`${kept.type}\`. To use thinking blocks, enable \`thinking\` in your request.`,
      }
  }
  const final = mode === 'enabled' ? runningLoop(turns)[0] : undefined
  const first = final?.blocks.find((block) => !leaders.has(block.type))
  if (first && !isThinking(first))
    yield {
      message:
        `${first.path}.type: Expected \`thinking\` or \`redacted_thinking\`, but found \`${first.type}\`. ` +
        'When `thinking` is enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost ' +
        'set of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous turns. ' +
        `To avoid this requirement, disable \`thinking\`. Please consult our documentation at ${docs}`,
    }
}

export function* checkThinking(conversation: Conversation, body: JsonRecord, model: JudgedModel): Generator<Refusal> {
  yield* checkMode(body, model)
  yield* checkLead(conversation, thinkingMode(body, model))
  yield* checkEmpty(conversation)
  yield* checkFinalTurn(conversation, thinkingMode(body, model))
}
