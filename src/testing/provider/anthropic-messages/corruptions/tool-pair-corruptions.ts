import { foreignPairs } from '../../shared/foreign-tools.ts'
import type { AnthropicTranscript } from '../transcript.ts'
import { type Corruption, corruption, ofType, onBlock, removeBlock, sites, textBlock } from './corruption.ts'

const isCall = ofType('tool_use')
const isResult = ofType('tool_result')

const ofAnotherApi = foreignPairs<AnthropicTranscript>(['converse', 'gemini', 'responses', 'aiSdk'], (copy) =>
  sites(copy, isCall).map(({ block, content, index }) => {
    const { id, input, name } = block
    const result = sites(copy, isResult).find((site) => site.block['tool_use_id'] === id)
    return {
      pair: { id: String(id), name: String(name), input },
      call: (written) => void (content[index] = written as never),
      result: result && ((written) => void (result.content[result.index] = written as never)),
    }
  }),
)

/** Damage to the pairing of client tool calls and their results. */
export const toolPairCorruptions: readonly Corruption[] = [
  ...ofAnotherApi,
  onBlock('drop-result', 'tool_result_missing', isResult, (site, copy) => removeBlock(copy, site)),
  onBlock('drop-call', 'tool_result_orphan', isCall, (site, copy) => removeBlock(copy, site)),
  onBlock('duplicate-result', 'tool_result_duplicate', isResult, ({ content, index, block }) => {
    content.splice(index, 0, structuredClone(block))
  }),
  corruption('result-one-turn-later', 'tool_result_misplaced', (copy, pick) => {
    const moved = pick(
      sites(copy, isResult).filter(({ at }) => {
        const answer = copy.messages.findIndex((message, index) => index > at && message.role === 'assistant')
        return answer >= 0 && copy.messages.some((message, index) => index > answer && message.role === 'user')
      }),
    )
    if (!moved) return false
    const answer = copy.messages.findIndex((message, index) => index > moved.at && message.role === 'assistant')
    const later = copy.messages.find((message, index) => index > answer && message.role === 'user')
    if (!later) return false
    const kept =
      typeof later.content === 'string' ? (later.content === '' ? [] : [textBlock(later.content)]) : later.content
    later.content = [moved.block, ...kept]
    // Something must stay: without a turn between them the two assistant turns would merge, and the result would fit again.
    moved.content[moved.index] = textBlock('Never mind.')
  }),
  onBlock('text-before-result', 'tool_result_misplaced', isResult, ({ content, index }) => {
    content.splice(index, 0, textBlock('Wait.'))
  }),
  corruption('result-in-assistant', 'tool_result_misplaced', (copy, pick) => {
    const moved = pick(sites(copy, isResult))
    const owner = moved && copy.messages.findLast((message, index) => index < moved.at && message.role === 'assistant')
    if (!moved || !owner || !Array.isArray(owner.content)) return false
    owner.content.push(moved.block)
    removeBlock(copy, moved)
  }),
  onBlock('duplicate-call', 'tool_call_id_duplicate', isCall, ({ content, index, block }) => {
    content.splice(index, 0, structuredClone(block))
  }),
  corruption('duplicate-call-message', 'tool_call_id_duplicate', (copy, pick) => {
    const site = pick(sites(copy, isCall))
    if (!site) return false
    copy.messages.splice(site.at, 0, structuredClone(site.message))
  }),
  corruption('duplicate-result-message', 'tool_result_duplicate', (copy, pick) => {
    const site = pick(sites(copy, isResult))
    if (!site) return false
    copy.messages.splice(site.at, 0, structuredClone(site.message))
  }),
  corruption('killed-mid-tool', 'tool_result_missing', (copy, pick) => {
    const site = pick(sites(copy, isCall))
    if (!site) return false
    copy.messages.splice(site.at + 1)
  }),
  corruption('killed-between-results', 'tool_result_missing', (copy, pick) => {
    const site = pick(sites(copy, (block, message) => isResult(block) && message.content.length > 1))
    if (!site) return false
    copy.messages.splice(site.at + 1)
    site.content.splice(site.index)
    if (site.content.length === 0) copy.messages.pop()
  }),
  onBlock('foreign-result-id', 'tool_result_orphan', isResult, ({ block }) => {
    block['tool_use_id'] = 'toolu_neverSeen'
  }),
  onBlock('result-without-id', 'tool_call_id_invalid', isResult, ({ block }) => {
    delete block['tool_use_id']
  }),
]
