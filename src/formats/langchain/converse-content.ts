import { isRecord } from '../../json/is-record.ts'
import { dataUrlOf, foreignMedium } from '../../media/foreign-medium.ts'
import { readImageHeader } from '../../media/image-header.ts'
import { unknownShape } from '../../transcript/block-shape.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Role } from '../../transcript/role.ts'
import type { PartWriter } from '../result-parts.ts'
import { addressOf } from './address-of.ts'
import { type ContentShapes, contentShape, repeatTypes } from './content-shapes.ts'
import { isAnyMedium, isMedia } from './media.ts'
import { resultParts } from './result-parts.ts'

type Fields = Readonly<Record<string, unknown>>

/** What `ChatBedrockConverse` makes something of, by who says it; at anything else it throws. Cache points have no type. */
const sent: Partial<Readonly<Record<Role, ReadonlySet<unknown>>>> = {
  assistant: new Set(['text', 'reasoning', 'reasoning_content', undefined]),
  user: new Set(['text', 'image_url', 'image', 'document', 'file', 'video', 'audio', 'tool_result', undefined]),
  system: new Set(['text', undefined]),
}

export const converseContent: ContentShapes = (type, role) =>
  sent[role]?.has(type) === false && !repeatTypes.has(type) ? unknownShape : contentShape(type, role)

/**
 * Thoughts as the other package for Claude writes them, in the words of this one: a signature holds on all platforms. Null for any
 * other block.
 */
function converseReasoning({ raw }: Block): readonly unknown[] | null {
  if (!isRecord(raw)) return null
  const { data, signature, thinking: text, type } = raw
  if (type === 'redacted_thinking' && typeof data === 'string')
    return [{ type: 'reasoning_content', redactedContent: data }]
  if (type !== 'thinking' || typeof text !== 'string') return null
  return [{ type: 'reasoning_content', reasoningText: { text, ...(typeof signature === 'string' && { signature }) } }]
}

/** What a block means that the package throws at; null where that is nothing it knows. */
export function converseRescue(block: Block): readonly unknown[] | null {
  const { raw } = block
  // One that it would send of a user it throws at in an answer.
  const medium = isAnyMedium(raw) ? converseMedium(raw) : mediumPart(raw)
  return converseReasoning(block) ?? (medium === undefined ? null : [medium])
}

/** A medium in the form that the package sends, where it throws at the one that it has; undefined for any other part. */
export function converseMedium(raw: unknown): unknown {
  return !isAnyMedium(raw) || isSentByConverse(raw) ? undefined : mediumPart(raw)
}

function mediumPart(raw: unknown): unknown {
  const medium = foreignMedium(raw)
  if (medium === undefined) return undefined
  const { data, name } = medium
  const mediaType = readImageHeader(data)?.mediaType ?? medium.mediaType
  if (mediaType.startsWith('image/'))
    return { type: 'image_url', image_url: { url: dataUrlOf({ ...medium, mediaType }) } }
  const metadata = name === undefined ? {} : { metadata: { name } }
  return { type: 'file', source_type: 'base64', mime_type: mediaType, data, ...metadata }
}

/** LangChain's own data of the first generation, addresses that carry their picture, and blocks of the API itself. */
export function isSentByConverse({ image_url: address, source_type: source, type, ...raw }: Fields): boolean {
  if (source === 'base64' && type === 'image' && !sentImages.has(raw['mime_type'] ?? '')) return false
  if (source !== undefined || type === 'audio' || type === 'video') return true
  if (type !== 'image_url') return (type === 'image' || type === 'document') && holdsBytes(raw[type])
  return /^data:image\/\w+;base64,/.test(addressOf({ image_url: address }) ?? '')
}

/** "Unsupported image mime type": of others the package throws. */
const sentImages: ReadonlySet<unknown> = new Set(['', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])

/** The SDK writes the bytes of the API's own blocks; a store that keeps JSON has made a text of them. */
function holdsBytes(block: unknown): boolean {
  const source = isRecord(block) ? block['source'] : undefined
  return isRecord(block) && !(isRecord(source) && typeof source['bytes'] === 'string')
}

/** The parts of a tool message: what the package does not know it sends as JSON, pictures among it. */
export const converseResultParts: PartWriter = {
  ...resultParts,
  isPart: (part) =>
    converseMedium(part) === undefined && ((isRecord(part) && isMedia(part)) || resultParts.isPart(part)),
  canonical: (part) => converseMedium(part) ?? resultParts.canonical(part),
}
