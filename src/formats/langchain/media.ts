import { listOf } from '../../json/list-of.ts'
import { isRecord } from '../../json/is-record.ts'
import { stringOf } from '../../json/string-of.ts'
import { withField } from '../../json/with-field.ts'
import { bytesInAddress } from '../../media/bytes-in-address.ts'
import type { MediaItem } from '../../media/media-item.ts'
import { mayHoldMedia } from '../../transcript/may-hold-media.ts'
import type { Block } from '../../transcript/transcript.ts'
import { sourcedMedia, withSourceType } from '../anthropic-messages/media.ts'
import type { MediaReplacement } from '../format.ts'
import { mediaReplacer } from '../media-replacer.ts'
import { isHollow, partMedia, retyped } from '../openai-chat/media.ts'
import { partMedia as ofResponses, withReplacement } from '../openai-responses/media.ts'
import { withMessageField } from './message-fields.ts'

type Fields = Record<string, unknown>

/** How to read one form of a medium, and how to change its media type. */
interface MediaForm {
  matches(raw: Fields): boolean
  read(raw: Fields): MediaItem | undefined
  retyped(raw: Fields, mediaType: string, data: string | undefined, item: MediaItem): unknown
}

/** Content may hold blocks of the Messages API, parts of Chat Completions, and LangChain's own blocks of two generations. */
const forms: readonly MediaForm[] = [
  {
    // Parts of the Responses API, which its package passes on.
    matches: ({ type }) => type === 'input_image' || type === 'input_file',
    read: (raw) => ofResponses([raw]).map(revealed)[0],
    retyped: (raw, mediaType, own, item) => {
      // Bytes without a data URL's head have no media type that could be changed.
      const data = own ?? (ofResponses([raw])[0]?.url === undefined ? undefined : item.data)
      return withReplacement(raw, { mediaType, ...(data !== undefined && { data }) })
    },
  },
  {
    matches: ({ source }) => isRecord(source),
    read: (raw) => sourcedMedia([raw])[0],
    retyped: withSourceType,
  },
  {
    matches: ({ type, ...raw }) => typeof type === 'string' && type in raw,
    read: (raw) => partMedia([raw]).map((item) => (isHollow(raw, false) ? { ...item, data: '' } : revealed(item)))[0],
    retyped: (raw, mediaType, data, item) => retyped(raw, mediaType, data ?? item.data),
  },
  {
    matches: ({ type }) => goesByItsType(type),
    read: (raw) => ({
      raw,
      kind: kindOf(raw['type']),
      mediaType: String(raw['type']),
      data: stringOf(raw['data']),
      url: undefined,
      name: undefined,
    }),
    retyped: (raw, mediaType, data) => ({ ...raw, type: mediaType, ...(data !== undefined && { data }) }),
  },
  {
    matches: () => true,
    read: (raw) => ({
      raw,
      kind: kindOf(raw['type'] === 'media' ? raw['mimeType'] : raw['type']),
      mediaType: stringOf(raw['mimeType'] ?? raw['mime_type']),
      // `base64` without data: nothing is left of the medium.
      data: raw['source_type'] === 'base64' ? (stringOf(raw['data']) ?? '') : stringOf(raw['data']),
      url: stringOf(raw['url']),
      name: [raw['name'], raw['title']].map(stringOf).find(Boolean),
    }),
    retyped: (raw, mediaType, data) => {
      const typed = withField(raw, 'mime_type' in raw ? 'mime_type' : 'mimeType', mediaType)
      return data === undefined ? typed : withField(typed, 'data', data)
    },
  },
]

/** Bytes in place of an address, without the head of a data URL: every provider refuses them. */
function revealed(item: MediaItem): MediaItem {
  const bytes = item.url === undefined || /^\w+:\/\//.test(item.url) ? undefined : bytesInAddress(item.url)
  return bytes === undefined ? item : { ...item, data: bytes.data, url: undefined }
}

const mediaTypes: ReadonlySet<unknown> = new Set([
  'image',
  'image_url',
  'document',
  'file',
  'audio',
  'input_audio',
  'input_image',
  'input_file',
])

/** Whether a block of content is a medium. */
export function isMedia(item: unknown): item is Fields {
  return isRecord(item) && mediaTypes.has(item['type'])
}

/** As {@link isMedia}, with the forms of the package for Gemini: bytes or the address of a file, and videos. */
export function isAnyMedium(item: unknown): item is Fields {
  return isMedia(item) || (isRecord(item) && isMediumType(item['type']))
}

export function isMediumType(type: unknown): boolean {
  return type === 'media' || type === 'video' || goesByItsType(type)
}

/** Whether the `type` of a block is itself a media type, which blocks with bytes may have. */
export function goesByItsType(type: unknown): boolean {
  return typeof type === 'string' && /^[^/]+\/[^/]+$/.test(type)
}

/** The images and files of a block: the block itself, or the parts of a result. */
export function mediaOf(block: Block): readonly MediaItem[] {
  if (!mayHoldMedia(block)) return []
  const parts = block.kind === 'media' ? [block.raw] : listOf(block.payload)
  return parts.filter(isAnyMedium).flatMap((raw) => formOf(raw).read(raw) ?? [])
}

/** The block with some of its media replaced: another media type, a text instead, or another name where the package sends names. */
export function withMedia(
  block: Block,
  replacements: ReadonlyMap<MediaItem, MediaReplacement>,
  rename?: (raw: Fields, name: string) => unknown,
): unknown {
  const replaced = mediaReplacer(replacements, (raw, replacement, item) => {
    if ('text' in replacement) return { type: 'text', text: replacement.text }
    const { data, mediaType, name } = replacement
    return name !== undefined && rename ? rename(raw, name) : formOf(raw).retyped(raw, mediaType, data, item)
  })
  if (block.kind === 'media') return replaced(block.raw)
  return withMessageField(block.raw, 'content', (block.payload as readonly unknown[]).map(replaced))
}

function formOf(raw: Fields): MediaForm {
  return forms.find(({ matches }) => matches(raw))!
}

function kindOf(type: unknown): MediaItem['kind'] {
  return kinds.find((kind) => String(type).startsWith(kind)) ?? 'file'
}

const kinds = ['audio', 'image', 'video'] as const
