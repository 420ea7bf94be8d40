import { holdsNothing } from '../../media/holds-nothing.ts'
import type { MediaItem } from '../../media/media-item.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { ownValue } from '../../json/own-value.ts'
import { withField } from '../../json/with-field.ts'
import type { MediaReplacement } from '../format.ts'
import { mediaReplacer } from '../media-replacer.ts'
import { canonicalSource, heldIn } from './canonical-source.ts'
import { resultParts } from './result-parts.ts'

/** The images and documents of a block: the block itself, or the parts of a result. */
export function readMedia(block: Block): readonly MediaItem[] {
  if (block.kind === 'media' || block.kind === 'other') return sourcedMedia([block.raw])
  if (block.kind !== 'tool_result' || !Array.isArray(block.payload)) return []
  // Parts whose shape is wrong are mended by another strategy first.
  const own = block.payload.filter((part) => resultParts.canonical(part) === undefined)
  return sourcedMedia(own).map((item) =>
    isRecord((item.raw as Record<string, unknown>)['source']) ? item : { ...item, data: '' },
  )
}

/** A `container_upload` holds only the id of a file for the code container. */
const kinds: Readonly<Record<string, MediaItem['kind']>> = {
  image: 'image',
  document: 'document',
  container_upload: 'file',
}

/** The media among blocks of the Messages API, wherever a framework keeps them. */
export function sourcedMedia(parts: readonly unknown[]): MediaItem[] {
  return parts.flatMap((raw): MediaItem[] => {
    const kind = isRecord(raw) ? ownValue(kinds, String(raw['type'])) : undefined
    if (kind === undefined || !isRecord(raw)) return []
    const source = isRecord(raw['source']) ? raw['source'] : {}
    const text = (field: string): string | undefined => (typeof source[field] === 'string' ? source[field] : undefined)
    return [
      {
        raw,
        kind,
        mediaType: text('media_type'),
        data: isHollow(raw['source']) ? '' : source['type'] === 'base64' ? written(source['data']) : undefined,
        url: text('url'),
        name: typeof raw['title'] === 'string' ? raw['title'] : undefined,
      },
    ]
  })
}

/** Whether a source exists but holds nothing. */
function isHollow(source: unknown): boolean {
  if (!isRecord(source)) return false
  if (source['type'] === 'text') return typeof source['data'] !== 'string'
  const untyped = typeof source['url'] === 'string' ? 'url' : 'data'
  const field = source['type'] === undefined ? untyped : heldIn[source['type'] as string]
  if (field === undefined) return false
  return holdsNothing(source, [field]) || (field !== 'data' && typeof source[field] !== 'string')
}

/** Bytes that went through JSON may have become a list: not legal, but not empty either. */
function written(data: unknown): string | undefined {
  return typeof data === 'string' || data === undefined ? data : JSON.stringify(data)
}

/** A medium with its source as the API writes it; undefined when it is fine, or its meaning cannot be told. */
export function canonicalMedium({ kind, raw }: Block): unknown {
  return kind === 'media' && isRecord(raw) ? canonicalSource(raw) : undefined
}

/** The block with some of its media replaced: another media type, or a text in place of it. */
export function withMedia(block: Block, replacements: ReadonlyMap<MediaItem, MediaReplacement>): unknown {
  const replaced = mediaReplacer(replacements, (raw, replacement) =>
    'text' in replacement
      ? { type: 'text', text: replacement.text }
      : withSourceType(raw, replacement.mediaType, replacement.data),
  )
  if (block.kind !== 'tool_result') return replaced(block.raw)
  return withField(block.raw, 'content', (block.payload as readonly unknown[]).map(replaced))
}

/** A block whose source has that media type, and that data when it is given. */
export function withSourceType(raw: unknown, mediaType: string, data?: string): unknown {
  const typed = withField((raw as Record<string, unknown>)['source'], 'media_type', mediaType)
  return withField(raw, 'source', data === undefined ? typed : withField(typed, 'data', data))
}
