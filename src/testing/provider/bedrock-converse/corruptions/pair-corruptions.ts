import { damage } from '../../shared/damage.ts'
import { isRecord } from '../../shared/records.ts'
import { mintReasoningSignature } from '../models.ts'
import { isCall, isResult, inner, onBlock, modelOf, renameId, type ConverseCorruption } from './corruption.ts'

export const pairCorruptions: readonly ConverseCorruption[] = [
  onBlock('drop-result', 'tool_result_missing', isResult, ({ index, message }) => {
    if (message.content.length < 2) return false
    message.content.splice(index, 1)
  }),
  damage('drop-result-message', 'tool_result_missing', ({ messages }, pick) => {
    const site = pick(messages.filter(({ content }) => content.some((block) => isResult(block, messages[0]!))))
    if (!site) return false
    messages.splice(messages.indexOf(site), 1)
  }),
  onBlock('drop-call', 'tool_result_orphan', isCall, ({ index, message }) => {
    if (message.content.length < 2) return false
    message.content.splice(index, 1)
  }),
  onBlock('duplicate-result', 'tool_result_duplicate', isResult, ({ block, index, message }) => {
    message.content.splice(index, 0, structuredClone(block))
  }),
  onBlock('late-result', 'tool_result_misplaced', isResult, ({ at, index, message }, { messages }) => {
    const later = messages[at + 2]
    if (message.content.length < 2 || later === undefined) return false
    later.content.unshift(...message.content.splice(index, 1))
  }),
  onBlock('text-before-results', 'tool_result_misplaced', isResult, ({ message }, copy) => {
    if (modelOf(copy).family !== 'claude') return false
    message.content.unshift({ text: 'A note.' })
  }),
  onBlock('text-beside-results', 'tool_result_misplaced', isResult, ({ message }, copy) => {
    if (modelOf(copy).mixedTurns) return false
    message.content.push({ text: 'A note.' })
  }),
  onBlock('result-of-another-id', 'tool_result_missing', isResult, ({ block }) => {
    inner(block, 'toolResult')['toolUseId'] = 'tooluse_of_another_session'
  }),
  onBlock('late-result-of-another-id', 'tool_result_missing', isResult, ({ at, block, index, message }, copy) => {
    const later = copy.messages[at + 2]
    if (later === undefined || message.content.length < 2) return false
    inner(block, 'toolResult')['toolUseId'] = 'tooluse_of_another_session'
    later.content.push(...message.content.splice(index, 1))
  }),
  onBlock('results-last', 'tool_result_misplaced', isResult, ({ message }, copy) => {
    if (modelOf(copy).family !== 'claude') return false
    message.content.unshift({ text: 'A note.' }, { text: 'Another note.' })
  }),
  onBlock(
    'text-beside-calls',
    'tool_result_misplaced',
    isCall,
    ({ message }, copy) => {
      if (modelOf(copy).mixedCalls) return false
      message.content.unshift({ text: 'Let me look.' })
    },
    { opaque: true },
  ),
  onBlock('duplicate-call-id', 'tool_call_id_duplicate', isCall, ({ block, message }, copy) => {
    const other = message.content.find((candidate) => isRecord(candidate['toolUse']) && candidate !== block)
    if (!other) return false
    renameId(copy, inner(other, 'toolUse')['toolUseId'], inner(block, 'toolUse')['toolUseId'])
  }),
  damage('live-call', 'tool_result_missing', ({ messages, request }) => {
    const toolUse = { toolUseId: 'tooluse_live', name: 'search', input: {} }
    const isClaude = request.additionalModelRequestFields !== undefined
    const text = 'Let me see.'
    const signature = mintReasoningSignature('live')
    const reasoning = isClaude ? [{ reasoningContent: { reasoningText: { text, signature } } }] : []
    messages.push({ role: 'assistant', content: [...reasoning, { toolUse }] })
  }),
]
