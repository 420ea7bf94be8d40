import { isRecord } from '../../shared/records.ts'
import { thinkingMode } from '../check-thinking.ts'
import { judgedModel } from '../models.ts'
import { mintSeal } from '../seals.ts'
import type { AnthropicTranscript, TestBlock } from '../transcript.ts'
import { type Corruption, corruption, ofType, onBlock, type Site, sites } from './corruption.ts'

const isThinking = ofType('thinking', 'redacted_thinking')
const isSigned = ofType('thinking')
const leaders = ofType('compaction', 'fallback', 'mcp_tool_listing')

/** Models that accept the same request, but cannot verify each other's thinking. */
const siblings: Record<string, string> = {
  'claude-sonnet-4-5-20250929': 'claude-haiku-4-5',
  'claude-haiku-4-5': 'claude-sonnet-4-5-20250929',
  'claude-opus-4-8': 'claude-opus-5',
  'claude-opus-5': 'claude-sonnet-5',
  'claude-sonnet-5': 'claude-opus-5',
}

const isPreserved = ({ request }: AnthropicTranscript): boolean => judgedModel(request.model).preservedThinking

const sign = (site: Site, family: string, secret?: string): void => {
  const content = String(site.block['thinking'])
  site.block['signature'] = mintSeal({ kind: 'thinking', content, family }, secret)
}

/** Preserved thinking: a change before a thinking block, on a model that checks the prefix. */
const beforeThinking = (
  name: string,
  change: (copy: AnthropicTranscript, lastThinking: Site) => boolean | void,
): Corruption =>
  corruption(name, 'thinking_prefix_mismatch', (copy) => {
    const last = isPreserved(copy) ? sites(copy, isThinking).at(-1) : undefined
    return last ? change(copy, last) : false
  })

/** The start of the prefix to which thinking is bound: the last compaction block. */
const boundStart = ({ messages }: AnthropicTranscript, end: number): number =>
  messages.findLastIndex(
    ({ content }, index) =>
      index < end && Array.isArray(content) && content.some((block) => block.type === 'compaction'),
  ) + 1

/** Damage to thinking blocks, their signatures, and the conversation that they are bound to. */
export const thinkingCorruptions: readonly Corruption[] = [
  corruption('signatures-all-foreign', 'thinking_signature_invalid', (copy) => {
    const all = sites(copy, isSigned)
    for (const { block } of all) block['signature'] = 'Zm9yZWlnbg=='
    return all.length > 0
  }),
  onBlock('signature-of-words', 'thinking_signature_invalid', isSigned, ({ block }) => {
    block['signature'] = '[no signature]'
  }),
  corruption('thinking-ends-prefill', 'thinking_block_order', (copy) => {
    const { family, prefill } = judgedModel(copy.request.model)
    if (!prefill || copy.messages.at(-1)?.role !== 'user') return false
    // With thinking enabled, any prefill would be refused.
    copy.request['thinking'] = { type: 'disabled' }
    const thinking = 'Half a thought'
    const signature = mintSeal({ kind: 'thinking', content: thinking, family })
    copy.messages.push({ role: 'assistant', content: [{ type: 'thinking', thinking, signature }] })
  }),
  onBlock('thinking-after-text', 'thinking_block_order', isThinking, ({ message }, { request }) => {
    // With adaptive thinking, text may stand before thinking.
    if (thinkingMode(request, judgedModel(request.model)) === 'adaptive') return false
    const blocks = message.content as TestBlock[]
    const others = blocks.filter((block) => !isThinking(block))
    if (others.every(leaders)) return false
    message.content = [...others, ...blocks.filter(isThinking)]
  }),
  onBlock('thinking-tampered', 'thinking_signature_invalid', isSigned, ({ block }) => {
    block['thinking'] = `${String(block['thinking'])} (edited)`
  }),
  corruption('latest-thinking-tampered', 'thinking_block_modified', (copy, pick) => {
    const latest = copy.messages.findLastIndex((message) => message.role === 'assistant')
    const site = pick(sites(copy, isSigned).filter(({ at }) => at === latest))
    if (!site) return false
    site.block['thinking'] = 'Something else entirely.'
  }),
  onBlock('foreign-signature', 'thinking_signature_invalid', isSigned, (site, copy) =>
    sign(site, judgedModel(copy.request.model).family, 'another account'),
  ),
  onBlock('other-model-signature', 'thinking_signature_invalid', isSigned, (site, copy) =>
    isPreserved(copy) ? false : sign(site, 'sonnet-3.7'),
  ),
  corruption('model-switched', 'thinking_signature_invalid', (copy) => {
    const other = siblings[copy.request.model]
    if (other === undefined || sites(copy, isThinking).length === 0) return false
    copy.request.model = other
  }),
  onBlock('cut-signature', 'thinking_signature_invalid', isSigned, ({ block }) => {
    block['signature'] = String(block['signature']).slice(0, 40)
  }),
  onBlock('empty-signature', 'thinking_signature_missing', isSigned, ({ block }) => {
    block['signature'] = ''
  }),
  onBlock('signature-removed', 'thinking_signature_missing', isSigned, ({ block }) => {
    delete block['signature']
  }),
  onBlock('redacted-data-tampered', 'thinking_signature_invalid', ofType('redacted_thinking'), ({ block }) => {
    block['data'] = `${String(block['data']).slice(0, -6)}AAAAAA`
  }),
  onBlock('thinking-emptied', 'thinking_block_empty', isSigned, ({ block }) => {
    block['thinking'] = ''
    block['signature'] = ''
  }),
  onBlock('thinking-blank', 'thinking_block_empty', isSigned, ({ block }) => {
    block['thinking'] = ' \n'
  }),
  onBlock('thinking-text-missing', 'thinking_block_empty', isSigned, ({ block }) => {
    delete block['thinking']
  }),
  corruption('loop-thinking-stripped', 'thinking_block_order', (copy) => {
    const thinking = copy.request['thinking']
    if (!isRecord(thinking) || thinking['type'] !== 'enabled') return false
    const last = copy.messages.at(-1)
    if (!Array.isArray(last?.content) || last.content[0]?.type !== 'tool_result') return false
    if (last.content.some((block) => block.type !== 'tool_result')) return false
    const first = copy.messages.findLastIndex(
      ({ role, content }) =>
        role === 'user' && (typeof content === 'string' || content.some((block) => block.type !== 'tool_result')),
    )
    const loop = copy.messages.slice(first + 1).find((message) => message.role === 'assistant')
    if (!Array.isArray(loop?.content) || !loop.content.some(isThinking)) return false
    loop.content = loop.content.filter((block) => !isThinking(block))
  }),
  corruption('thinking-switched-off', 'thinking_disabled_violation', (copy) => {
    const last = copy.messages.at(-1)
    if (last?.role !== 'assistant' || typeof last.content === 'string' || !last.content.some(isThinking)) return false
    copy.request['thinking'] = { type: 'disabled' }
  }),
  beforeThinking('earlier-text-edited', (copy, last) => {
    const start = boundStart(copy, last.at)
    const edited = copy.messages.find(
      ({ role, content }, index) => index >= start && index < last.at && role === 'user' && content.length > 0,
    )
    if (!edited) return false
    const kept = typeof edited.content === 'string' ? [{ type: 'text', text: edited.content }] : edited.content
    edited.content = [...kept, { type: 'text', text: 'A reminder that was not there.' }]
  }),
  beforeThinking('system-prompt-edited', (copy) => {
    copy.request['system'] = 'You are careful. Today is another day.'
  }),
  beforeThinking('tools-edited', (copy) => {
    copy.request['tools'] = [
      ...((copy.request['tools'] as unknown[] | undefined) ?? []),
      { name: 'new_tool', input_schema: { type: 'object' } },
    ]
  }),
  corruption('thinking-gap', 'thinking_prefix_mismatch', (copy, pick) => {
    const site = isPreserved(copy) ? pick(sites(copy, isThinking).slice(1, -1)) : undefined
    if (!site) return false
    site.content.splice(site.index, 1)
  }),
]
