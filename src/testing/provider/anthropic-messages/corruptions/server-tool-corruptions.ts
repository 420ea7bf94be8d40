import { isRecord } from '../../shared/records.ts'
import { mintSeal } from '../seals.ts'
import type { AnthropicTranscript, TestBlock } from '../transcript.ts'
import { type Corruption, corruption, ofType, onBlock, removeBlock, type Site, sites } from './corruption.ts'

const isServerCall = ofType('server_tool_use')
const isServerResult = (block: TestBlock): boolean =>
  block.type.endsWith('_tool_result') && block.type !== 'mcp_tool_result'

/** A call may stay open at the end; its result is missing once the user speaks again. */
const isFollowedByHuman = ({ messages }: AnthropicTranscript, { at }: Site): boolean =>
  messages.some(({ role, content }, index) => {
    if (index <= at || role !== 'user') return false
    return typeof content === 'string' ? content !== '' : content.some((block) => block.type !== 'tool_result')
  })

const foreign = (kind: 'search' | 'citation', url: unknown): string =>
  mintSeal({ kind, content: String(url) }, 'another account')

/** Damage to provider tools, and to content that only the provider can read. */
export const serverToolCorruptions: readonly Corruption[] = [
  corruption('drop-server-result', 'tool_result_missing', (copy, pick) => {
    const site = pick(sites(copy, isServerResult).filter((candidate) => isFollowedByHuman(copy, candidate)))
    if (!site) return false
    removeBlock(copy, site)
  }),
  corruption('drop-server-call', 'tool_result_orphan', (copy, pick) => {
    const answered = new Set(sites(copy, isServerResult).map(({ block }) => block['tool_use_id']))
    const site = pick(sites(copy, (block) => isServerCall(block) && answered.has(block['id'])))
    if (!site) return false
    removeBlock(copy, site)
  }),
  onBlock('duplicate-server-result', 'tool_result_duplicate', isServerResult, ({ content, index, block }) => {
    content.splice(index, 0, structuredClone(block))
  }),
  onBlock('duplicate-server-call', 'tool_call_id_duplicate', isServerCall, ({ content, index, block }) => {
    content.splice(index, 0, structuredClone(block))
  }),
  onBlock('server-id-not-srvtoolu', 'tool_call_id_invalid', isServerCall, ({ block }, copy) => {
    for (const { block: result } of sites(copy, isServerResult))
      if (result['tool_use_id'] === block['id']) result['tool_use_id'] = 'call_5f46'
    block['id'] = 'call_5f46'
  }),
  onBlock('unknown-server-tool', 'tool_call_name_invalid', isServerCall, ({ block }) => {
    block['name'] = 'analyze_image'
  }),
  onBlock('server-result-in-user', 'content_block_invalid', isServerResult, (site, copy) => {
    copy.messages.splice(site.at + 1, 0, { role: 'user', content: [site.block] })
    site.content.splice(site.index, 1)
  }),
  corruption('drop-mcp-result', 'tool_result_missing', (copy, pick) => {
    const site = pick(sites(copy, ofType('mcp_tool_result')).filter((candidate) => isFollowedByHuman(copy, candidate)))
    if (!site) return false
    removeBlock(copy, site)
  }),
  onBlock('drop-mcp-call', 'tool_result_orphan', ofType('mcp_tool_use'), (site, copy) => removeBlock(copy, site)),
  onBlock(
    'foreign-encrypted-content',
    'search_result_invalid',
    (block) => block.type === 'web_search_tool_result' && Array.isArray(block['content']),
    ({ block }) => {
      for (const result of block['content'] as TestBlock[])
        result['encrypted_content'] = foreign('search', result['url'])
    },
  ),
  onBlock(
    'placeholder-encrypted-content',
    'search_result_invalid',
    (block) => block.type === 'web_search_tool_result' && Array.isArray(block['content']),
    ({ block }) => {
      for (const result of block['content'] as TestBlock[]) result['encrypted_content'] = ''
    },
  ),
  onBlock(
    'foreign-encrypted-index',
    'search_result_invalid',
    (block) => Array.isArray(block['citations']) && block['citations'].some((item) => 'encrypted_index' in item),
    ({ block }) => {
      for (const citation of block['citations'] as TestBlock[])
        citation['encrypted_index'] = foreign('citation', citation['url'])
    },
  ),
  onBlock(
    'foreign-advisor-result',
    'tool_result_content_invalid',
    (block) => isRecord(block['content']) && block['content']['type'] === 'advisor_redacted_result',
    ({ block }) => {
      block['content'] = { type: 'advisor_redacted_result', encrypted_content: 'bm90IG91cnM=' }
    },
  ),
]
