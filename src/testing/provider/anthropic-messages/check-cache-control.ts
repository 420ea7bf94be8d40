import { asList, asText, isRecord, type JsonRecord } from '../shared/records.ts'
import { type Conversation, nestedBlocks } from './conversation.ts'
import type { Refusal } from './refusal.ts'

type Mark = { path: string; ttl: string }

const markOf = (value: JsonRecord, path: string): Mark[] =>
  isRecord(value['cache_control']) ? [{ path, ttl: asText(value['cache_control']['ttl']) || '5m' }] : []

const marksIn = (list: unknown, path: string): Mark[] =>
  asList(list)
    .filter(isRecord)
    .flatMap((value, index) => markOf(value, `${path}.${index}`))

/** Wordings: corpus, cache_control_too_many and cache_control_ttl_order. Processing order: tools, system, messages. */
export function* checkCacheControl(conversation: Conversation, body: JsonRecord): Generator<Refusal> {
  const marks = [
    ...marksIn(body['tools'], 'tools'),
    ...marksIn(body['system'], 'system'),
    ...[...nestedBlocks(conversation.blocks)].flatMap((block) => markOf(block.value, block.path)),
  ]
  // Automatic caching uses one of the marks, at the end of the prompt.
  const [automatic] = markOf(body, '')
  const count = marks.length + (automatic ? 1 : 0)
  if (count > 4) yield { message: `A maximum of 4 blocks with cache_control may be provided. Found ${count}.` }
  const firstShort = marks.findIndex((mark) => mark.ttl === '5m')
  const inOrder = automatic ? [...marks, { ...automatic, path: 'request' }] : marks
  const late = firstShort < 0 ? undefined : inOrder.slice(firstShort).find((mark) => mark.ttl === '1h')
  if (late)
    yield {
      message:
        `${late.path}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block. ` +
        'Note that blocks are processed in the following order: tools, system, messages.',
    }
  const last = conversation.blocks.at(-1)
  const [own] = last ? markOf(last.value, last.path) : []
  if (automatic && own && own.ttl !== automatic.ttl)
    yield { message: `cache_control: the last block has a cache_control with another ttl: ${own.path}` }
}
