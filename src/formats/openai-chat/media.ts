import { ownValue } from '../../json/own-value.ts'
import { stringOf } from '../../json/string-of.ts'
import { readDataUrl } from '../../media/data-url.ts'
import { isNote } from '../../media/is-note.ts'
import type { MediaItem } from '../../media/media-item.ts'
import { isRecord } from '../../json/is-record.ts'
import { mayHoldMedia } from '../../transcript/may-hold-media.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import type { MediaReplacement } from '../format.ts'
import { mediaReplacer } from '../media-replacer.ts'

type Fields = Record<string, unknown>

/** The media of a block: the part itself, or the parts of a tool message or a function's answer. */
export function readMedia(block: Block): readonly MediaItem[] {
  const isPart = block.kind === 'media'
  if (!isPart && !(mayHoldMedia(block) && Array.isArray(block.payload))) return []
  const items = partMedia(isPart ? [block.raw] : (block.payload as readonly unknown[]))
  return items.map((item) => (isHollow(item.raw as Fields, isPart) ? { ...item, data: '' } : item))
}

/** The fields that hold a medium or point to it, by the type of part. */
const held: Readonly<Record<string, readonly string[]>> = {
  image_url: ['url'],
  video_url: ['url'],
  input_audio: ['data'],
  file: ['file_data', 'file_id'],
}

/** Whether nothing is left of a medium. A message part without its field is misshapen; in a result only this check finds that. */
export function isHollow(part: Fields, isPart: boolean): boolean {
  const type = String(part['type'])
  const value = part[type]
  if (isRecord(value)) return !(held[type] ?? []).some((field) => isAddress(value[field]))
  return value === '' || (!isPart && typeof value !== 'string')
}

function isAddress(value: unknown): boolean {
  return typeof value === 'string' && value !== '' && !isNote(value)
}

const readers: Readonly<Record<string, (part: Fields, raw: unknown) => MediaItem>> = {
  image_url: (part, raw) => ({ raw, kind: 'image', ...addressOf(urlOf(part['image_url'])), name: undefined }),
  video_url: (part, raw) => ({ raw, kind: 'video', ...addressOf(urlOf(part['video_url'])), name: undefined }),
  input_audio: (part, raw) => {
    const audio = isRecord(part['input_audio']) ? part['input_audio'] : {}
    const format = stringOf(audio['format'])
    const mediaType = format === undefined ? undefined : `audio/${format}`
    return { raw, kind: 'audio', mediaType, data: stringOf(audio['data']), url: undefined, name: undefined }
  },
  file: (part, raw) => {
    const file = isRecord(part['file']) ? part['file'] : {}
    const address = addressOf(stringOf(file['file_data']))
    return { raw, kind: 'document', ...address, name: stringOf(file['filename']) ?? stringOf(file['file_id']) }
  },
}

/** The media among parts of the Chat Completions API, wherever a framework keeps them. */
export function partMedia(parts: readonly unknown[]): MediaItem[] {
  return parts.flatMap((raw): MediaItem[] => {
    const read = isRecord(raw) && typeof raw['type'] === 'string' ? ownValue(readers, raw['type']) : undefined
    return read === undefined ? [] : [read(raw as Fields, raw)]
  })
}

/** The data in a data URL, or a plain address. */
function addressOf(url: string | undefined): Pick<MediaItem, 'mediaType' | 'data' | 'url'> {
  const inline = readDataUrl(url ?? '')
  if (inline === undefined) return { mediaType: undefined, data: undefined, url }
  return { mediaType: inline.mediaType, data: inline.data, url: undefined }
}

/** The block with some of its media replaced: another media type, or a text instead. */
export function withMedia(block: Block, replacements: ReadonlyMap<MediaItem, MediaReplacement>): unknown {
  const replaced = mediaReplacer(replacements, (raw, replacement, item) =>
    'text' in replacement
      ? { type: 'text', text: replacement.text }
      : retyped(raw, replacement.mediaType, replacement.data ?? item.data),
  )
  if (block.kind === 'media') return replaced(block.raw)
  return withField(block.raw, 'content', (block.payload as readonly unknown[]).map(replaced))
}

/** A part with another media type in its data URL, or with other bare data; sound states its format in a field of its own. */
export function retyped(raw: Fields, mediaType: string, data = ''): unknown {
  const type = String(raw['type'])
  const url = `data:${mediaType};base64,${data}`
  const before = raw[type]
  if (!isRecord(before)) return withField(raw, type, url)
  const [field, value] = type === 'input_audio' ? ['data', data] : [type === 'file' ? 'file_data' : 'url', url]
  return withField(raw, type, withField(before, field, value))
}

function urlOf(value: unknown): string | undefined {
  return isRecord(value) ? stringOf(value['url']) : stringOf(value)
}
