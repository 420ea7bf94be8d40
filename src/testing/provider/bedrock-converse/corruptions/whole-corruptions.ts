import { damage } from '../../shared/damage.ts'
import { isAdaptive } from './reasoning-corruptions.ts'
import { holds, isResult, isText, inner, sites, reasons, isClaude, type ConverseCorruption } from './corruption.ts'

export const wholeCorruptions: readonly ConverseCorruption[] = [
  damage('reasoning-all-last', 'thinking_block_order', (copy) => {
    if (!isClaude(copy) || isAdaptive(copy) || sites(copy, holds('reasoningContent')).length === 0) return false
    for (const message of copy.messages)
      message.content.sort((a, b) => Number('reasoningContent' in a) - Number('reasoningContent' in b))
  }),
  damage(
    'signatures-all-foreign',
    'thinking_signature_invalid',
    (copy) => {
      const blocks = sites(copy, reasons)
      for (const { block } of blocks) inner(inner(block, 'reasoningContent'), 'reasoningText')['signature'] = 'QUJDRA=='
      return isClaude(copy) && blocks.length > 0
    },
    { opaque: true },
  ),
  damage('contents-all-blank', 'blank_text', ({ messages }) => {
    for (const message of messages) message.content = [{ text: ' ' }]
  }),
  damage('texts-all-blank', 'blank_text', (copy) => {
    for (const { block } of sites(copy, isText)) block['text'] = ''
  }),
  damage('results-all-of-other-ids', 'tool_result_missing', (copy) => {
    const results = sites(copy, isResult)
    for (const { at, block, index } of results) inner(block, 'toolResult')['toolUseId'] = `other_${at}_${index}`
    return results.length > 0
  }),
  damage('conversation-twice', 'role_alternation', ({ messages }) => {
    messages.push(...structuredClone(messages))
  }),
]
