import { ownValue } from '../../json/own-value.ts'
import { readDataUrl } from '../../media/data-url.ts'
import { isNote } from '../../media/is-note.ts'
import { isOfMachine } from '../../media/is-of-machine.ts'
import { holdsNothing } from '../../media/holds-nothing.ts'
import type { MediaItem } from '../../media/media-item.ts'
import { stringOf } from '../../json/string-of.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import type { MediaReplacement } from '../format.ts'
import { mediaReplacer } from '../media-replacer.ts'
import { missingScreenshot } from './placeholder-outputs.ts'

const kinds: Readonly<Record<string, MediaItem['kind']>> = {
  input_image: 'image',
  computer_screenshot: 'image',
  input_file: 'file',
  input_audio: 'audio',
}

/** The images and files of a block: a part of a message, or the parts of an output. */
export function readMedia(block: Block): readonly MediaItem[] {
  if (block.kind === 'media') return partMedia([block.raw])
  if (block.kind !== 'tool_result' || typeof block.payload !== 'object') return none
  return partMedia(Array.isArray(block.payload) ? block.payload : [block.payload])
}

const none: readonly MediaItem[] = []

/** The media among the parts of a message or an output. */
export function partMedia(parts: readonly unknown[]): MediaItem[] {
  return parts.flatMap((raw): MediaItem[] => {
    const kind = isRecord(raw) ? ownValue(kinds, String(raw['type'])) : undefined
    if (!isRecord(raw) || kind === undefined) return []
    const sound = kind === 'audio' ? raw['input_audio'] : undefined
    if (isRecord(sound) && typeof sound['data'] === 'string')
      return [
        { raw, kind, mediaType: `audio/${sound['format']}`, data: sound['data'], url: undefined, name: undefined },
      ]
    const link = raw[linkField(raw)]
    const inline = typeof link === 'string' ? readDataUrl(link) : undefined
    const isLocal = typeof link === 'string' && inline === undefined && isOfMachine(link)
    return [
      {
        raw,
        kind,
        mediaType: inline?.mediaType || undefined,
        data: holdsNothing(raw, links) || isLocal || (typeof link === 'string' && isNote(link)) ? '' : inline?.data,
        url: inline === undefined && typeof link === 'string' ? link : undefined,
        name: stringOf(raw['filename']) ?? (isLocal ? link : stringOf(raw['file_id'])),
      },
    ]
  })
}

/** The fields that hold a medium, or point to it. */
const links = ['image_url', 'file_id', 'file_data', 'file_url', 'input_audio', 'data']

function linkField(raw: Record<string, unknown>): string {
  if (raw['type'] !== 'input_file') return 'image_url'
  return typeof raw['file_data'] === 'string' ? 'file_data' : 'file_url'
}

/** The block with some of its media replaced: another media type in the data URL, or a text instead. */
export function withMedia(block: Block, replacements: ReadonlyMap<MediaItem, MediaReplacement>): unknown {
  const change = mediaReplacer(replacements, withReplacement)
  if (block.kind === 'media') return change(block.raw)
  const { payload } = block
  return withField(block.raw, 'output', Array.isArray(payload) ? payload.map(change) : change(payload))
}

/** A part with another medium, or a text in place of it. */
export function withReplacement(raw: Record<string, unknown>, replacement: MediaReplacement): unknown {
  if ('text' in replacement) {
    // The output of a computer call cannot hold a text.
    if (raw['type'] === 'computer_screenshot') return { type: 'computer_screenshot', image_url: missingScreenshot }
    return { type: 'input_text', text: replacement.text }
  }
  const field = linkField(raw)
  const { data, mediaType } = replacement
  const url =
    data === undefined
      ? String(raw[field]).replace(/^data:[^;,]*/, `data:${mediaType}`)
      : `data:${mediaType};base64,${data}`
  return withField(raw, field, url)
}
