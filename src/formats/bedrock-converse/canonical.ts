import { isSynthetic, marked, syntheticText } from '../../faults/synthetic-text.ts'
import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { withField } from '../../json/with-field.ts'
import { readImageHeader } from '../../media/image-header.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Rules } from '../rules.ts'
import { saysFailure } from '../says-failure.ts'
import { canonicalDocument } from './canonical-document.ts'
import { base64Of } from './media.ts'
import { spokenParts } from './search-result.ts'
import { withBytes } from './with-bytes.ts'

/** The rules of the model that matter here. */
type Told = Pick<Rules, 'resultStatus'>

/** The mend of each union member, by its key: returns the member as the API writes it, itself when it is fine. */
const members: Readonly<Record<string, (inner: Record<string, unknown>, rules: Told) => unknown>> = {
  toolResult,
  document: canonicalDocument,
  image,
  cachePoint,
  searchResult: spokenParts,
  reasoningContent,
}

const unset: ReadonlySet<unknown> = new Set([undefined, null])
const states: ReadonlySet<unknown> = new Set([...unset, 'success', 'error'])
const lifetimes: ReadonlySet<unknown> = new Set([undefined, null, '5m', '1h'])

/**
 * The block as the API writes it. Mended are unknown statuses of results (removed where the model takes none), types and lifetimes of cache
 * points, formats of documents and images, blank parts of search results, reasoning with a bare text or with two members, and bytes that a
 * store has written as JSON.
 */
export function canonical({ raw, shape }: Block, rules: Told): unknown {
  const inner = isRecord(raw) ? raw[shape.type] : undefined
  if (!isRecord(inner)) return undefined
  if (typeof inner['toolUseId'] === 'number')
    return withField(raw, shape.type, withField(inner, 'toolUseId', String(inner['toolUseId'])))
  const whole = shape.kind === 'tool_call' ? inner : (withBytes(inner) as Record<string, unknown>)
  const meant = members[shape.type]?.(whole, rules) ?? whole
  return meant === inner ? undefined : withField(raw, shape.type, meant)
}

/** Where no status is accepted, the content says that the tool failed, behind the real output (I5). */
function toolResult(inner: Record<string, unknown>, { resultStatus }: Told): unknown {
  const { content, status } = inner
  if ((resultStatus === 'refused' ? unset : states).has(status)) return inner
  const isError = saysFailure(status)
  if (resultStatus !== 'refused') return withField(inner, 'status', isError ? 'error' : undefined)
  const bare = withField(inner, 'status', undefined)
  if (!isError || isPlaceholder(content)) return bare
  // Content that is no list is mended into one first.
  if (!Array.isArray(content) && content !== undefined && content !== null) return inner
  return withField(bare, 'content', [...listOf(content), { text: marked(syntheticText.toolFailed) }])
}

/** Whether the content is synthetic and itself says how the call ended; the text for a missing output says less. */
function isPlaceholder(content: unknown): boolean {
  const [first] = listOf(content)
  return isSynthetic(content) && isRecord(first) && first['text'] !== marked(syntheticText.noOutput)
}

/** An image without a format gets the one that its bytes show. */
function image(inner: Record<string, unknown>): unknown {
  const { format, source } = inner
  const data = typeof format !== 'string' && isRecord(source) ? base64Of(source['bytes']) : undefined
  const header = data === undefined ? null : readImageHeader(data)
  return header === null ? inner : { ...inner, format: header.mediaType.slice('image/'.length) }
}

function cachePoint(inner: Record<string, unknown>): unknown {
  const timed = lifetimes.has(inner['ttl']) ? inner : withField(inner, 'ttl', undefined)
  return inner['type'] === 'default' ? timed : withField(timed, 'type', 'default')
}

/** Reasoning with one member of its union; a bare text gets back the object around it. */
function reasoningContent(inner: Record<string, unknown>): unknown {
  const { redactedContent, reasoningText } = inner
  if (typeof reasoningText === 'string') return { reasoningText: { text: reasoningText } }
  const isWhole = isRecord(reasoningText) && typeof reasoningText['text'] === 'string'
  if (
    redactedContent === undefined ||
    redactedContent === null ||
    reasoningText === undefined ||
    reasoningText === null
  )
    return inner
  return withField(inner, isWhole ? 'redactedContent' : 'reasoningText', undefined)
}
