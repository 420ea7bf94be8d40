import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { stringOf } from '../../json/string-of.ts'
import { foreignMedium } from '../../media/foreign-medium.ts'
import { readImageHeader } from '../../media/image-header.ts'
import { unknownShape } from '../../transcript/block-shape.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { PartWriter } from '../result-parts.ts'
import { addressOf } from './address-of.ts'
import { type ContentShapes, contentShape, repeatTypes, shape } from './content-shapes.ts'
import { goesByItsType, isAnyMedium, isMediumType } from './media.ts'
import { resultParts } from './result-parts.ts'

type Fields = Readonly<Record<string, unknown>>

/** Block types from which @langchain/google-genai makes a part; it throws at others ("Unknown content type"). */
const sent: ReadonlySet<unknown> = new Set([
  'text',
  'text-plain',
  'executableCode',
  'codeExecutionResult',
  'image_url',
  'image',
  'audio',
  'file',
  'thinking',
])

const mediumShape = shape('media', 'media')

export const googleContent: ContentShapes = (type, role) => {
  if (sent.has(type) || repeatTypes.has(type)) return contentShape(type, role)
  return isMediumType(type) ? mediumShape : unknownShape
}

/** The meaning of a block at which the package throws, even of some that it wrote itself; null when it has no form for it. */
export function googleRescue({ raw }: Block): readonly unknown[] | null {
  if (!isRecord(raw)) return null
  const { fileData, inlineData, reasoning, reasoningText, type } = raw
  if (type === 'inlineData' && isRecord(inlineData)) return [{ type: 'media', ...inlineData }]
  if (type === 'fileData' && isRecord(fileData)) return [{ type: 'media', ...fileData }]
  if (type === 'reasoning' && typeof reasoning === 'string') return thoughts(reasoning)
  if (type === 'reasoning_content' && isRecord(reasoningText)) return thoughts(reasoningText['text'])
  const medium = isAnyMedium(raw) ? foreignMedium(raw) : undefined
  return medium === undefined ? null : [mediumPart(medium)]
}

/** Reasoning as plain text: other providers' signatures are worthless here. */
function thoughts(text: unknown): readonly unknown[] {
  return typeof text === 'string' && text.trim() !== '' ? [{ type: 'thinking', thinking: text }] : []
}

function mediumPart({ data, mediaType }: { readonly data: string; readonly mediaType: string }): unknown {
  return { type: mediaType.startsWith('image/') ? 'image' : 'file', mimeType: mediaType, data }
}

/** A medium rewritten in a form that the package sends; undefined when it can be sent already, and for other parts. */
export function googleMedium(raw: unknown): unknown {
  if (!isAnyMedium(raw) || isSentByGoogle(raw)) return undefined
  const medium = foreignMedium(raw, readImageHeader(stringOf(raw['data']) ?? '')?.mediaType)
  if (medium !== undefined) return mediumPart(medium)
  const url = addressOf(raw)
  return url !== undefined && /^(?:https?|gs):/.test(url) && raw['type'] === 'image_url'
    ? withField({ type: 'image', url }, 'mimeType', raw['mimeType'])
    : undefined
}

/** Data of LangChain's own form, data URLs, and media with a type and a location. */
export function isSentByGoogle(raw: Fields): boolean {
  const { data, fileUri, mimeType, source_type: source, type, url } = raw
  if (source !== undefined) return true
  if (type === 'media') return typeof mimeType === 'string' && (typeof data === 'string' || typeof fileUri === 'string')
  if (goesByItsType(type)) return typeof data === 'string'
  if (type === 'image_url') return /^data:[^;,]*;base64,/.test(addressOf(raw) ?? '')
  return typeof data === 'string' || data instanceof Uint8Array || typeof url === 'string'
}

const texts: ReadonlySet<unknown> = new Set(['text', 'text-plain'])

/** The parts of a tool message, which are the same as parts of content. */
export const googleResultParts: PartWriter = {
  ...resultParts,
  isPart: (part) =>
    isAnyMedium(part)
      ? isSentByGoogle(part)
      : isRecord(part) && texts.has(part['type']) && typeof part['text'] === 'string',
  canonical: (part) => googleMedium(part) ?? resultParts.canonical(part),
}
