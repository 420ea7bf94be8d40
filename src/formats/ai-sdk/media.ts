import { holdsNothing } from '../../media/holds-nothing.ts'
import { isNote } from '../../media/is-note.ts'
import type { MediaItem } from '../../media/media-item.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import type { MediaReplacement } from '../format.ts'
import { mediaReplacer } from '../media-replacer.ts'
import { behindHead, isBase64, withBytes } from './file-bytes.ts'
import { isFileData } from './file-data.ts'
import { withBytesOfWords } from './spelt-file.ts'
import { isTypedOutput } from './tool-output.ts'

const fileTypes = new Set(['file', 'image', 'media', 'file-data', 'image-data', 'file-url', 'image-url'])

/** The files of a block: the part itself, or those in the typed output of a result. */
export function readMedia(block: Block): readonly MediaItem[] {
  if (block.kind === 'media') return itemsOf([block.raw])
  return block.kind === 'tool_result' ? itemsOf(contentOf(block.payload)) : []
}

function contentOf(output: unknown): readonly unknown[] {
  if (!isTypedOutput(output)) return []
  const { type, value } = output as { type: string; value: unknown }
  return type === 'content' ? (value as readonly unknown[]) : []
}

function itemsOf(parts: readonly unknown[]): MediaItem[] {
  return parts.flatMap((raw): MediaItem[] => {
    if (!isRecord(raw) || !fileTypes.has(String(raw['type']))) return []
    const held = raw['data'] ?? raw['image'] ?? raw['url']
    const data = isRecord(held) && held['type'] === 'data' ? held['data'] : held
    const mediaType = typeof raw['mediaType'] === 'string' ? raw['mediaType'] : undefined
    const isImage = String(raw['type']).startsWith('image') || mediaType?.startsWith('image') === true
    return [
      {
        raw,
        kind: isImage ? 'image' : mediaType?.startsWith('audio') ? 'audio' : 'file',
        mediaType,
        // The SDK detects an image's true type from its bytes, so a wrong media type is no fault. Missing bytes, or words in their place,
        // are one.
        data: withBytesOfWords(raw) === undefined ? bytesOf(held, data, held === raw['url']) : undefined,
        url: typeof data === 'string' && data.length < 2000 && URL.canParse(data) ? data : undefined,
        name: typeof raw['filename'] === 'string' ? raw['filename'] : undefined,
      },
    ]
  })
}

/**
 * The visible fault in a file's bytes, if any: `''` when they are missing or replaced by words; the data itself when no package can read it
 * (behind a damaged data URL, or no base64 where a plain URL is not allowed).
 */
function bytesOf(held: unknown, data: unknown, isAddress: boolean): string | undefined {
  if (isHollow(held) || (typeof data === 'string' && isNote(data))) return ''
  if (typeof data !== 'string' || /^\w+:/.test(data)) return undefined
  return behindHead(data) !== undefined || !(isAddress || isBase64(data)) ? data : undefined
}

/** Whether nothing is left of a file's data. */
function isHollow(held: unknown): boolean {
  if (!isFileData(held)) return true
  if (!isRecord(held)) return held === ''
  if (ArrayBuffer.isView(held) || held instanceof ArrayBuffer || held instanceof URL) return false
  const { type } = held
  return typeof type === 'string' ? type === 'data' && holdsNothing(held, [type]) : Object.keys(held).length === 0
}

/** The block with some of its files replaced by text or by other bytes. */
export function withMedia(block: Block, replacements: ReadonlyMap<MediaItem, MediaReplacement>): unknown {
  const replaced = mediaReplacer(replacements, (raw, replacement) =>
    'text' in replacement
      ? { type: 'text', text: replacement.text }
      : withField(
          replacement.data === undefined ? raw : withBytes(raw, replacement.data),
          'mediaType',
          replacement.mediaType,
        ),
  )
  if (block.kind === 'media') return replaced(block.raw)
  return withField(block.raw, 'output', withField(block.payload, 'value', contentOf(block.payload).map(replaced)))
}
