import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { type Conversation, isServerCall, isServerResult, nestedBlocks } from './conversation.ts'
import type { JudgedModel } from './models.ts'
import type { Refusal } from './refusal.ts'

const emptyText = 'text content blocks must be non-empty'
const blankText = 'text content blocks must contain non-whitespace text'

/** Top-level blocks may be neither empty nor blank; inside tool results only refusals of empty ones are known. */
export function* checkText(conversation: Conversation, body: JsonRecord): Generator<Refusal> {
  for (const block of asList(body['system']).filter(isRecord)) {
    if (block['text'] === '') yield { message: `system: ${emptyText}` }
    else if (asText(block['text']).trim() === '') yield { message: `system: ${blankText}` }
  }
  for (const block of nestedBlocks(conversation.blocks)) {
    if (block.type !== 'text' || block.role === 'system') continue
    const text = asText(block.value['text'])
    if (text === '' && block.value['cache_control'])
      yield { message: `${block.path}.text: cache_control cannot be set for empty text blocks` }
    if (text === '') yield { message: `messages: ${emptyText}` }
    const isNested = block.path.split('.').length > 4
    if (text.trim() === '' && !isNested) yield { message: `messages: ${blankText}` }
  }
}

/** A turn that the server paused is continued, not prefilled (docs: stop reasons, pause_turn). */
export function* checkEnd(
  { turns }: Conversation,
  model: JudgedModel,
  { creditToken, thinks }: { creditToken: boolean; thinks: boolean },
): Generator<Refusal> {
  const last = turns.at(-1)
  const final = last?.role === 'assistant' ? last.blocks.at(-1) : undefined
  if (!final || isServerCall(final) || isServerResult(final) || final.type.startsWith('mcp_tool_')) return
  // A conversation that consists of its compaction block, or ends in one, was returned by the server for continuation.
  if (final.type === 'compaction') return
  // Extended thinking and prefill exclude each other (docs: extended thinking, feature compatibility).
  if ((!model.prefill || thinks) && !creditToken)
    yield {
      message: 'This model does not support assistant message prefill. The conversation must end with a user message.',
    }
  if (final.type === 'thinking' || final.type === 'redacted_thinking')
    yield { message: `messages.${final.message}: The final block in an assistant message cannot be \`${final.type}\`.` }
  if (final.type === 'text' && /\s$/.test(asText(final.value['text'])))
    yield { message: 'messages: final assistant content cannot end with trailing whitespace' }
}
