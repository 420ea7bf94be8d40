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

/** What of the rules of a model decides here. */
type Told = Pick<Rules, 'resultStatus'>

/** A member of the union, by its key: the object as the API writes it, itself where it is fine. */
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
 * A result with a status that the API does not know, with the one that it means, and without any where the model knows none; a cache point of another type or lifetime as one that there is; a
 * document in a format that is none, and an image in none, as what it is; a search result without what says nothing; reasoning as its
 * text; bytes that a store has written as JSON as bytes.
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

/** Where no status is taken, the content says that the tool failed: behind what it says itself, which is real (I5). */
function toolResult(inner: Record<string, unknown>, { resultStatus }: Told): unknown {
  const { content, status } = inner
  if ((resultStatus === 'refused' ? unset : states).has(status)) return inner
  const isError = saysFailure(status)
  if (resultStatus !== 'refused') return withField(inner, 'status', isError ? 'error' : undefined)
  const bare = withField(inner, 'status', undefined)
  if (!isError || isPlaceholder(content)) return bare
  // What is no list becomes one first.
  if (!Array.isArray(content) && content !== undefined && content !== null) return inner
  return withField(bare, 'content', [...listOf(content), { text: marked(syntheticText.toolFailed) }])
}

/** It says itself what is known; of one without output that is not all. */
function isPlaceholder(content: unknown): boolean {
  const [first] = listOf(content)
  return isSynthetic(content) && isRecord(first) && first['text'] !== marked(syntheticText.noOutput)
}

/** One that says nothing of its format is what its bytes say. */
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

/** One member of its union, whose text may have lost the object around it. */
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
