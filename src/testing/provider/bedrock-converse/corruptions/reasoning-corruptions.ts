import { damage } from '../../shared/damage.ts'
import { isRecord, type JsonRecord } from '../../shared/records.ts'
import { mintReasoningSignature } from '../models.ts'
import type { ConverseTranscript } from '../transcript.ts'
import { isCall, isText, inner, onBlock, modelOf, reasons, isClaude, type ConverseCorruption } from './corruption.ts'

/** Whether Claude's thinking is adaptive. */
export const isAdaptive = ({ request }: ConverseTranscript): boolean =>
  (request['additionalModelRequestFields'] as { thinking?: JsonRecord } | undefined)?.thinking?.['type'] === 'adaptive'

export const reasoningCorruptions: readonly ConverseCorruption[] = [
  onBlock('reasoning-of-user', 'content_block_invalid', isText, ({ index, message }) => {
    if (message.role !== 'user') return false
    message.content.splice(index, 0, { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'x' } } })
  }),
  onBlock('signature-missing', 'thinking_signature_missing', reasons, ({ block }, copy) => {
    delete inner(inner(block, 'reasoningContent'), 'reasoningText')['signature']
    return isClaude(copy)
  }),
  onBlock(
    'signature-foreign',
    'thinking_signature_invalid',
    reasons,
    ({ block }, copy) => {
      inner(inner(block, 'reasoningContent'), 'reasoningText')['signature'] = 'QUJDRA=='
      return isClaude(copy)
    },
    { opaque: true },
  ),
  onBlock('reasoning-emptied', 'thinking_signature_missing', reasons, ({ block }, copy) => {
    inner(block, 'reasoningContent')['reasoningText'] = { text: '' }
    return isClaude(copy)
  }),
  onBlock('reasoning-without-text', 'thinking_block_empty', reasons, ({ block }) => {
    delete inner(inner(block, 'reasoningContent'), 'reasoningText')['text']
  }),
  onBlock('reasoning-is-text', 'thinking_block_empty', reasons, ({ block }) => {
    inner(block, 'reasoningContent')['reasoningText'] = 'A thought.'
  }),
  onBlock('reasoning-of-two-members', 'thinking_block_empty', reasons, ({ block }) => {
    inner(block, 'reasoningContent')['redactedContent'] = new Uint8Array([1])
  }),
  damage('loop-reasoning-stripped', 'thinking_block_order', ({ messages, request }) => {
    const { thinking } = (request['additionalModelRequestFields'] ?? {}) as { thinking?: JsonRecord }
    const answered = messages.findLastIndex(({ content: list }) => list.every((block) => isRecord(block['toolResult'])))
    if (thinking?.['type'] !== 'enabled' || answered < 0) return false
    messages.splice(answered + 1)
    for (const message of messages)
      message.content = message.content.filter((block) => block['reasoningContent'] === undefined)
  }),
  damage('reasoning-ends-prefill', 'thinking_block_order', (copy) => {
    if (!isClaude(copy) || !modelOf(copy).prefill || copy.request['additionalModelRequestFields']) return false
    const reasoningText = { text: 'Half a thought', signature: mintReasoningSignature('prefill') }
    copy.messages.push({ role: 'assistant', content: [{ reasoningContent: { reasoningText } }] })
  }),
  onBlock('reasoning-not-first', 'thinking_block_order', reasons, ({ message }, copy) => {
    message.content.unshift({ text: 'First.' })
    return isClaude(copy) && !isAdaptive(copy)
  }),
  onBlock('reasoning-snake-case', 'content_block_invalid', reasons, ({ block }) => {
    const { reasoningText } = inner(block, 'reasoningContent')
    delete block['reasoningContent']
    block['reasoning_content'] = { reasoning_text: reasoningText }
  }),
  damage('reasoning-for-others', 'thinking_disabled_violation', (copy, pick) => {
    const site = pick(copy.messages.filter(({ role }) => role === 'assistant'))
    if (modelOf(copy).reasons || !site) return false
    site.content.unshift({ reasoningContent: { reasoningText: { text: 'Hm.', signature: 'x' } } })
  }),
  onBlock('nothing-but-reasoning', 'prefill_unsupported', reasons, ({ at, message, block }, copy) => {
    if (modelOf(copy).prefill || !isClaude(copy) || message.content.some((other) => isCall(other, message)))
      return false
    message.content = [block]
    return at >= 0
  }),
]
