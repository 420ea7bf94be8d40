import { listOf } from '../../json/list-of.ts'
import type { MediaItem } from '../../media/media-item.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import type { MediaReplacement } from '../format.ts'
import { mediaReplacer } from '../media-replacer.ts'
import { dataOf } from './read-content.ts'
import { valueOf, withSpelled } from './spelling.ts'
import { filledStringOf } from '../../json/filled-string-of.ts'

const kinds: readonly (readonly [pattern: RegExp, kind: MediaItem['kind']])[] = [
  [/^image\//, 'image'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/^(?:application\/pdf|text\/)/, 'document'],
]

/** The media of a part: the part itself, or those beside the response of a function. */
export function readMedia(block: Block): readonly MediaItem[] {
  if (block.kind === 'media') return itemsOf([block.raw])
  return block.kind === 'tool_result' ? itemsOf(nestedParts(block)) : []
}

function nestedParts(block: Block): readonly unknown[] {
  const inner = (block.raw as Record<string, unknown>)[block.shape.type]
  const parts = isRecord(inner) ? inner['parts'] : undefined
  return listOf(parts)
}

function itemsOf(parts: readonly unknown[]): MediaItem[] {
  return parts.flatMap((raw): MediaItem[] => {
    const held = isRecord(raw) ? dataOf(raw) : null
    if (held?.data !== 'inlineData' && held?.data !== 'fileData') return []
    const source = (raw as Record<string, unknown>)[held.shape.type]
    const mediaType = filledStringOf(valueOf(source, 'mimeType', 'mime_type'))
    const isFile = held.data === 'fileData'
    return [
      {
        raw,
        kind: kinds.find(([pattern]) => pattern.test(mediaType ?? ''))?.[1] ?? 'file',
        // The service knows the type of an uploaded file, so none has to be stated.
        mediaType: mediaType ?? (isFile ? 'application/x-uploaded' : undefined),
        data: isFile ? undefined : (filledStringOf(valueOf(source, 'data', 'data')) ?? ''),
        url: isFile ? filledStringOf(valueOf(source, 'fileUri', 'file_uri')) : undefined,
        name: filledStringOf(valueOf(source, 'displayName', 'display_name')),
      },
    ]
  })
}

/** The part with some of its media replaced. No text may stand beside a response, so a note goes into the response. */
export function withMedia(block: Block, replacements: ReadonlyMap<MediaItem, MediaReplacement>): unknown {
  if (block.kind === 'media')
    return mediaReplacer(replacements, (raw, replacement) =>
      'text' in replacement ? { text: replacement.text } : retyped(raw, replacement),
    )(block.raw)
  const { type } = block.shape
  const inner = (block.raw as Record<string, unknown>)[type]
  const notes = [...replacements.values()].flatMap((replacement) => ('text' in replacement ? [replacement.text] : []))
  const kept = nestedParts(block)
    .map(mediaReplacer(replacements, (raw, other) => ('text' in other ? undefined : retyped(raw, other))))
    .filter((part) => part !== undefined)
  const response = isRecord(block.payload) ? block.payload : {}
  const noted = notes.length === 0 ? inner : withField(inner, 'response', { ...response, left_out: notes.join('\n') })
  return withField(block.raw, type, withField(noted, 'parts', kept.length === 0 ? undefined : kept))
}

function retyped(
  raw: Record<string, unknown>,
  { data, mediaType, name }: Exclude<MediaReplacement, { readonly text: string }>,
): unknown {
  const { type } = dataOf(raw)!.shape
  const source = raw[type]
  if (name !== undefined) return withField(raw, type, withSpelled(source, 'displayName', name))
  const typed = withSpelled(source, 'mimeType', mediaType)
  return withField(raw, type, data === undefined ? typed : withField(typed, 'data', data))
}
