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

/** Block types that `ChatBedrockConverse` can send, by role; it throws at others. Cache points have no type. */
const sent: Partial<Readonly<Record<Role, ReadonlySet<unknown>>>> = {
  assistant: new Set(['text', 'reasoning', 'reasoning_content', undefined]),
  user: new Set(['text', 'image_url', 'image', 'document', 'file', 'video', 'audio', 'tool_result', undefined]),
  system: new Set(['text', undefined]),
}

export const converseContent: ContentShapes = (type, role) =>
  sent[role]?.has(type) === false && !repeatTypes.has(type) ? unknownShape : contentShape(type, role)

/**
 * Reasoning in the form of the other package for Claude, rewritten for this one: a signature holds on all platforms. Null for any other
 * block.
 */
function converseReasoning({ raw }: Block): readonly unknown[] | null {
  if (!isRecord(raw)) return null
  const { data, signature, thinking: text, type } = raw
  if (type === 'redacted_thinking' && typeof data === 'string')
    return [{ type: 'reasoning_content', redactedContent: data }]
  if (type !== 'thinking' || typeof text !== 'string') return null
  return [{ type: 'reasoning_content', reasoningText: { text, ...(typeof signature === 'string' && { signature }) } }]
}

/** The meaning of a block at which the package throws; null when the package has no form for it. */
export function converseRescue(block: Block): readonly unknown[] | null {
  const { raw } = block
  // Media that it sends in user messages make it throw in an answer.
  const medium = isAnyMedium(raw) ? converseMedium(raw) : mediumPart(raw)
  return converseReasoning(block) ?? (medium === undefined ? null : [medium])
}

/** A medium rewritten in a form that the package sends; undefined when it can be sent already, and for other parts. */
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

/** First-generation data of LangChain, data URLs, and blocks of the API itself. */
export function isSentByConverse({ image_url: address, source_type: source, type, ...raw }: Fields): boolean {
  if (source === 'base64' && type === 'image' && !sentImages.has(raw['mime_type'] ?? '')) return false
  if (source !== undefined || type === 'audio' || type === 'video') return true
  if (type !== 'image_url') return (type === 'image' || type === 'document') && holdsBytes(raw[type])
  return /^data:image\/\w+;base64,/.test(addressOf({ image_url: address }) ?? '')
}

/** "Unsupported image mime type": the package throws at other types. */
const sentImages: ReadonlySet<unknown> = new Set(['', 'image/gif', 'image/jpeg', 'image/png', 'image/webp'])

/** Whether a block of the API holds real bytes, as the SDK needs them; a JSON store turns them into text. */
function holdsBytes(block: unknown): boolean {
  const source = isRecord(block) ? block['source'] : undefined
  return isRecord(block) && !(isRecord(source) && typeof source['bytes'] === 'string')
}

/** The parts of a tool message; the package sends unknown parts as JSON, images included. */
export const converseResultParts: PartWriter = {
  ...resultParts,
  isPart: (part) =>
    converseMedium(part) === undefined && ((isRecord(part) && isMedia(part)) || resultParts.isPart(part)),
  canonical: (part) => converseMedium(part) ?? resultParts.canonical(part),
}
