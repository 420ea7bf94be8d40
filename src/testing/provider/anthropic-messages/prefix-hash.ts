import { createHash } from 'node:crypto'
import { asList, canonicalJson, isRecord, type JsonRecord } from '../shared/records.ts'
import { type Conversation, isThinking, type PlacedBlock } from './conversation.ts'

const chain = (hash: string, item: string): string =>
  createHash('sha256').update(hash).update(item).digest('hex').slice(0, 16)

const unmarked = ['cache_control']

/** The tools of the prefix. A deferred tool is not part of it: its reference stands in a message (docs: what counts as an edit). */
const boundTools = (body: JsonRecord): unknown[] =>
  asList(body['tools']).filter((tool) => isRecord(tool) && tool['defer_loading'] !== true)

const systemBlocks = (system: unknown): unknown =>
  typeof system === 'string' ? (system === '' ? [] : [{ type: 'text', text: system }]) : (system ?? [])

/** Hash of everything before the first message: `system` and `tools`, without cache marks. */
function headHash(body: JsonRecord): string {
  return chain('', canonicalJson({ system: systemBlocks(body['system']), tools: boundTools(body) }, unmarked))
}

/**
 * The hash of the conversation before each block, by provider-errors.md §7 and the docs "Keeping the prefix unchanged": system, tools and
 * every earlier message; thinking blocks are left out (they form a chain of their own); the most recent compaction block starts the prefix
 * anew. The entry `next` is the prefix of a block that would follow.
 */
export function prefixHashes(body: JsonRecord, conversation: Conversation): Map<PlacedBlock | 'next', string> {
  const head = headHash(body)
  const hashes = new Map<PlacedBlock | 'next', string>()
  let hash = head
  for (const block of conversation.blocks) {
    hashes.set(block, hash)
    if (isThinking(block)) continue
    if (block.type === 'compaction' && block.value['content'] !== null) hash = head
    hash = chain(hash, block.role + canonicalJson(block.value, unmarked))
  }
  return hashes.set('next', hash)
}
