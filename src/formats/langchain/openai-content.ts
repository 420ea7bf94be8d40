import { isRecord } from '../../json/is-record.ts'
import { dataUrlOf, foreignMedium } from '../../media/foreign-medium.ts'
import { ownValue } from '../../json/own-value.ts'
import { parsedJson } from '../../json/parsed-json.ts'
import { unknownShape } from '../../transcript/block-shape.ts'
import type { Block } from '../../transcript/transcript.ts'
import { canonicalPart, rescue } from '../openai-chat/canonical.ts'
import type { PartWriter } from '../result-parts.ts'
import { addressOf } from './address-of.ts'
import { type ContentShapes, contentShape, otherContent, shape } from './content-shapes.ts'
import { isMedia } from './media.ts'
import { typedText } from './message-mends.ts'

type Fields = Readonly<Record<string, unknown>>

/** How @langchain/openai makes parts of one of its two APIs out of blocks of content. */
export interface OpenAIContent {
  readonly shapes: ContentShapes
  /** The block in a form that the package sends and the API reads; undefined where it is, or where it means none. */
  canonical(block: Block): unknown
  /** What is wrong about a block that no other form would mend. */
  problem(block: Block): string | null
}

const dataSources: ReadonlySet<unknown> = new Set(['url', 'base64', 'text', 'id'])

/** LangChain's own data of the first generation (`isDataContentBlock` of @langchain/core): the package makes a part of the API of it. */
function isData(raw: Fields): boolean {
  return dataSources.has(raw['source_type'])
}

/** `convertMessagesToCompletionsMessageParams` leaves them out of the content; all else that it does not know goes out as it is. */
const leftOut: ReadonlySet<unknown> = new Set(['tool_use', 'tool_call', 'functionCall'])
const notSent: ReadonlySet<unknown> = new Set([...leftOut, 'thinking', 'reasoning', 'reasoning_content'])

const chatShapes = new Map(
  [
    // "Image URLs are only allowed for messages with role 'user'"
    ...['image', 'image_url', 'audio', 'input_audio', 'file'].map((type) =>
      shape(type, 'media', {}, { roles: ['user'] }),
    ),
    shape('refusal', 'other', { refusal: 'string' }, { roles: ['assistant'] }),
  ].map((row) => [row.type, row]),
)

/** Chat Completions: "Supported values are: 'text', 'image_url', 'input_audio', 'file', 'refusal'." */
export const chatContent: OpenAIContent = {
  shapes: (type, role) => {
    if (type === 'text' || (notSent.has(type) && !leftOut.has(type))) return contentShape(type, role)
    return leftOut.has(type) ? otherContent : (chatShapes.get(type as string) ?? unknownShape)
  },
  canonical: (block) => (rescue(block) === null && isRecord(block.raw) ? chatPart(block.raw) : undefined),
  problem: ({ kind, raw, shape: { type } }) => {
    if (kind !== 'media' || !isRecord(raw)) return null
    if (isData(raw)) return dataProblem(raw)
    return isRecord(raw[type]) ? null : `${type} is missing or of the wrong type`
  },
}

/** The parts of a tool message. Whether one may hold media is the affair of their strategies. */
export const chatResultParts: PartWriter = {
  isPart: (part) =>
    isRecord(part) && part['type'] === 'text'
      ? typeof part['text'] === 'string'
      : isMedia(part) && chatPart(part) === undefined,
  canonical: (part) => typedText(part) ?? (isRecord(part) ? chatPart(part) : canonicalPart(part)),
  text: (text) => ({ type: 'text', text }),
}

/** Parts of the API that hold what they show under their names themselves. */
const holders: ReadonlySet<unknown> = new Set(['image_url', 'input_audio', 'file'])

function chatPart(raw: Fields): unknown {
  const { type, url } = raw
  if (type === 'text' || notSent.has(type) || isData(raw)) return undefined
  if (type === 'function_call') return unsentCall(raw)
  if (type === 'image' && typeof url === 'string') return { type: 'image_url', image_url: { url } }
  // Converse and Gemini keep a medium under the name of its type.
  const held = holders.has(type) ? undefined : raw[String(type)]
  if (isRecord(held)) return canonicalPart({ ...held, type })
  return type === 'audio' ? soundPart(raw) : canonicalPart(raw)
}

/** A call in the words of the Responses API, in those of LangChain: it is left out of the content, and `tool_calls` has it. */
function unsentCall({ arguments: asked, call_id: callId, id, name }: Fields): unknown {
  return { type: 'tool_call', id: callId ?? id, name, args: typeof asked === 'string' ? parsedJson(asked) : asked }
}

const soundFormats: Readonly<Record<string, string>> = { 'audio/wav': 'wav', 'audio/mp3': 'mp3', 'audio/mpeg': 'mp3' }

/** Sound of LangChain's second generation, which the package knows in messages of that generation alone. */
function soundPart({ data, mimeType }: Fields): unknown {
  const format = ownValue(soundFormats, String(mimeType))
  return format === undefined || typeof data !== 'string'
    ? undefined
    : { type: 'input_audio', input_audio: { data, format } }
}

/** What the package throws at: "blocks with source_type ... are not supported for ChatOpenAI". */
function dataProblem({ mime_type: type, source_type: source, type: kind, url }: Fields): string | null {
  const carried = source === 'base64' || (source === 'url' && String(url).startsWith('data:'))
  const isSent =
    kind === 'image'
      ? source === 'url' || source === 'base64'
      : kind === 'audio'
        ? carried && /^(?:data:)?audio\/(?:wav|mp3)\b/.test(String(source === 'url' ? url : type))
        : carried || source === 'id'
  return isSent ? null : `a source of the type ${String(source)} is not sent`
}

/**
 * The Responses API: the package makes parts of it out of all that it knows and leaves out the rest, but hands data of the first
 * generation on in the words of Chat Completions, which are refused there.
 */
export const responsesContent: OpenAIContent = {
  shapes: contentShape,
  canonical: ({ message, raw }) => {
    if (!isRecord(raw)) return undefined
    if (isData(raw)) return fromData(raw)
    return message.role !== 'user' || sentToResponses.has(raw['type']) ? undefined : shownToResponses(raw)
  },
  problem: ({ kind, message, raw }) => {
    if (kind !== 'media' || message.role === 'assistant' || !isRecord(raw)) return null
    if (raw['type'] === 'image_url' || raw['type'] === 'input_image')
      return addressOf(raw) !== undefined || typeof raw['file_id'] === 'string'
        ? null
        : 'image_url is missing or of the wrong type'
    return isData(raw) && raw['type'] !== 'file' ? dataProblem(raw) : null
  },
}

/** Parts of a message of the user that the package hands on; what else shows something it leaves out, unseen. */
const sentToResponses: ReadonlySet<unknown> = new Set(['text', 'image_url', 'input_text', 'input_image', 'input_file'])

function shownToResponses(raw: Fields): unknown {
  const medium = foreignMedium(raw)
  if (medium === undefined) return undefined
  const address = dataUrlOf(medium)
  if (medium.mediaType.startsWith('image/')) return { type: 'image_url', image_url: { url: address } }
  return { type: 'input_file', filename: medium.name ?? 'file', file_data: address }
}

function fromData(raw: Fields): unknown {
  const { data, metadata, mime_type: mediaType, source_type: source, text, type } = raw
  if (type === 'text') return typeof text === 'string' ? { type, text } : undefined
  if (type !== 'image' || (source !== 'url' && source !== 'base64')) return undefined
  const url = source === 'url' ? raw['url'] : `data:${String(mediaType ?? '')};base64,${String(data ?? '')}`
  const detail = isRecord(metadata) ? metadata['detail'] : undefined
  return { type: 'image_url', image_url: { url, ...(detail !== undefined && { detail }) } }
}
