import { isRecord } from '../../json/is-record.ts'
import { ownValue } from '../../json/own-value.ts'
import { readOnce } from '../../json/read-once.ts'
import { foreignMedium } from '../../media/foreign-medium.ts'
import type { Block, Transcript } from '../../transcript/transcript.ts'
import type { PartWriter } from '../result-parts.ts'
import { isMedia } from './media.ts'
import { resultParts } from './result-parts.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * An image that @langchain/anthropic sends under a wrong type, or a medium that it omits, as the Messages API writes it; undefined for any
 * other part. The package sends LangChain's first-generation data twice, the second time by fields of the second generation, which are
 * absent: then as a JPEG. Everything of type `file` it sends as a PDF.
 */
export function imagePart(raw: unknown): unknown {
  if (!isRecord(raw)) return undefined
  const { data, metadata, mimeType, mime_type: mediaType, source_type: source, type } = raw
  const isSentAsJpeg =
    type === 'image' && source === 'base64' && typeof mimeType !== 'string' && mediaType !== 'image/jpeg'
  const isSentAsAnother = (isSentAsJpeg || type === 'file') && typeof data === 'string'
  if (!isSentAsAnother && isSentMedium(raw)) return undefined
  const medium = foreignMedium(raw)
  const shown = ownValue(shownAs, medium?.mediaType.replace(/^image\/.*/, 'image') ?? '')
  if (medium === undefined || shown === undefined || (isSentAsAnother && shown !== 'image')) return undefined
  const mark = isRecord(metadata) ? metadata['cache_control'] : raw['cache_control']
  return {
    type: shown,
    source: { type: 'base64', media_type: medium.mediaType, data: medium.data },
    ...(shown === 'document' && medium.name !== undefined && { title: medium.name }),
    ...(mark !== undefined && { cache_control: mark }),
  }
}

const shownAs: Readonly<Record<string, string>> = { image: 'image', 'application/pdf': 'document' }

/** The fields from which the package takes a medium, by block type: it silently omits blocks that have none of them. */
const taken: Readonly<Record<string, readonly string[]>> = {
  image: ['source', 'url', 'data', 'fileId', 'source_type'],
  file: ['url', 'data', 'fileId', 'source_type'],
}

function isSentMedium(raw: Fields): boolean {
  const { inlineData, type } = raw
  const fields = ownValue(taken, String(type))
  if (fields !== undefined) return fields.some((field) => raw[field] !== undefined)
  return !unsent.has(type) && inlineData === undefined
}

const unsent: ReadonlySet<unknown> = new Set(['input_image', 'input_file', 'media', 'inlineData'])

/**
 * Reasoning in the form of the package for Converse, rewritten for this one: a signature holds on all platforms. Null for any other block.
 */
export function anthropicReasoning({ raw }: Block): readonly unknown[] | null {
  if (!isRecord(raw) || raw['type'] !== 'reasoning_content') return null
  const { reasoningText: inner, redactedContent: data } = raw
  if (typeof data === 'string') return [{ type: 'redacted_thinking', data }]
  if (!isRecord(inner) || typeof inner['signature'] !== 'string') return []
  return [{ type: 'thinking', thinking: inner['text'], signature: inner['signature'] }]
}

/** Block types that the package passes on within a result, where the API refuses them: calls, results and thinking. */
const refusedInResults = /^(?:thinking|redacted_thinking|compaction|container_upload)$|tool_(?:use|result)$/

/** Whether a part of a result is sent and then refused, sent as something else, or silently omitted. */
export function isRefusedPart(part: unknown): boolean {
  if (imagePart(part) !== undefined) return true
  return isRecord(part) && (refusedInResults.test(String(part['type'])) || isLeftOutOfResults(part))
}

/** A text part in another API's form, which the package silently omits from a result. */
function isLeftOutOfResults(part: Fields): boolean {
  return part['type'] !== 'text' && part['type'] !== 'text_delta' && isText(resultParts.canonical(part))
}

function isText(part: unknown): boolean {
  return isRecord(part) && part['type'] === 'text'
}

/** The parts of a tool message for Claude. */
export const anthropicResultParts: PartWriter = {
  ...resultParts,
  isPart: (part) => imagePart(part) === undefined && ((isRecord(part) && isMedia(part)) || resultParts.isPart(part)),
  canonical: (part) => imagePart(part) ?? resultParts.canonical(part),
}

/** The media types of each kind of data source; the package throws at others: "Unsupported file mime type ...". */
const sources: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  image: { url: /^/, base64: /^/ },
  file: {
    url: /^(?:application\/pdf)?$/,
    text: /^(?:text\/plain)?$/,
    base64: /^(?:application\/pdf|image\/(?:jpeg|png|gif|webp))?$/,
  },
  audio: {},
}

/** Why the package throws at LangChain's own first-generation data; null when it does not. */
export function dataProblem({ kind, raw }: Block): string | null {
  if (kind !== 'media' || !isRecord(raw) || typeof raw['source_type'] !== 'string') return null
  const { mime_type: mediaType = '', source_type: source, type } = raw
  const types = ownValue(sources, String(type))
  if (types === undefined || ownValue(types, source)?.test(String(mediaType).split(';')[0]!) === true) return null
  return `a source of the type ${source} is not sent`
}

/**
 * Reports a provider tool's call without its result, or the reverse. They may stand in two answers, when the provider paused or its tool
 * called one of the client's. The last message may still continue.
 */
export function serverProblem({ message, raw }: Block, transcript: Transcript): string | null {
  if (!isRecord(raw)) return null
  const isCall = raw['type'] === 'server_tool_use'
  if (!isCall && !isServerResult(raw)) return null
  if (message.role !== 'assistant') return `not allowed in role ${message.role}`
  const { called, returned } = serverIdsOf(transcript)
  if (isCall) return returned.has(raw['id']) || message === transcript.messages.at(-1) ? null : 'without its result'
  return called.has(raw['tool_use_id']) ? null : 'without its call'
}

const serverIdsOf = readOnce(({ messages }: Transcript) => {
  const parts = messages.flatMap(({ blocks }) => blocks.flatMap(({ raw }) => (isRecord(raw) ? [raw] : [])))
  return {
    called: new Set(parts.filter(({ type }) => /._tool_use$/.test(String(type))).map(({ id }) => id)),
    returned: new Set(parts.filter(isServerResult).map(({ tool_use_id: id }) => id)),
  }
})

function isServerResult({ type }: Fields): boolean {
  return typeof type === 'string' && /._tool_result$/.test(type)
}
