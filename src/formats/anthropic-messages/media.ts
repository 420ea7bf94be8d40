import type { MediaItem } from '../../media/media-item.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import type { MediaReplacement } from '../format.ts'

/** The images and documents of a block: the block itself, or the parts of a result. */
export function readMedia(block: Block): readonly MediaItem[] {
  if (block.kind === 'media') return sourcedMedia([block.raw])
  return block.kind === 'tool_result' && Array.isArray(block.payload) ? sourcedMedia(block.payload) : []
}

/** The media among blocks of the Messages API, wherever a framework keeps them. */
export function sourcedMedia(parts: readonly unknown[]): MediaItem[] {
  return parts.flatMap((raw): MediaItem[] => {
    if (!isRecord(raw) || (raw['type'] !== 'image' && raw['type'] !== 'document')) return []
    const source = isRecord(raw['source']) ? raw['source'] : {}
    const text = (field: string): string | undefined => (typeof source[field] === 'string' ? source[field] : undefined)
    return [
      {
        raw,
        kind: raw['type'],
        mediaType: text('media_type'),
        data: source['type'] === 'base64' ? text('data') : undefined,
        url: text('url'),
        name: typeof raw['title'] === 'string' ? raw['title'] : undefined,
      },
    ]
  })
}

/** The block with some of its media replaced: another media type, or a text in place of it. */
export function withMedia(block: Block, replacements: ReadonlyMap<MediaItem, MediaReplacement>): unknown {
  const byRaw = new Map([...replacements].map(([item, replacement]) => [item.raw, replacement]))
  if (block.kind === 'media') return replaced(block.raw, byRaw)
  return withField(
    block.raw,
    'content',
    (block.payload as readonly unknown[]).map((part) => replaced(part, byRaw)),
  )
}

function replaced(raw: unknown, replacements: ReadonlyMap<unknown, MediaReplacement>): unknown {
  const replacement = replacements.get(raw)
  if (replacement === undefined) return raw
  if ('text' in replacement) return { type: 'text', text: replacement.text }
  return withSourceType(raw, replacement.mediaType)
}

/** A block whose source says another media type. */
export function withSourceType(raw: unknown, mediaType: string): unknown {
  return withField(raw, 'source', withField((raw as Record<string, unknown>)['source'], 'media_type', mediaType))
}
