import { holdsNothing } from '../../media/holds-nothing.ts'
import type { MediaItem } from '../../media/media-item.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import type { MediaReplacement } from '../format.ts'
import { resultParts } from './result-parts.ts'

/** The images and documents of a block: the block itself, or the parts of a result. */
export function readMedia(block: Block): readonly MediaItem[] {
  if (block.kind === 'media') return sourcedMedia([block.raw])
  if (block.kind !== 'tool_result' || !Array.isArray(block.payload)) return []
  // The shape of a part of a result is nobody else's affair.
  const own = block.payload.filter((part) => resultParts.canonical(part) === undefined)
  return sourcedMedia(own).map((item) =>
    isRecord((item.raw as Record<string, unknown>)['source']) ? item : { ...item, data: '' },
  )
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
        data: isHollow(raw['source']) ? '' : source['type'] === 'base64' ? text('data') : undefined,
        url: text('url'),
        name: typeof raw['title'] === 'string' ? raw['title'] : undefined,
      },
    ]
  })
}

/** What a source of each type holds its medium in, or points to it with. */
const held: Readonly<Record<string, string>> = { base64: 'data', url: 'url', file: 'file_id' }

/** Whether there is a source, and nothing in it. */
function isHollow(source: unknown): boolean {
  if (!isRecord(source)) return false
  const untyped = typeof source['url'] === 'string' ? 'url' : 'data'
  const field = source['type'] === undefined ? untyped : held[source['type'] as string]
  return field !== undefined && holdsNothing(source, [field])
}

/** A source without its type, or a PDF without a media type, as the API writes it; undefined where nothing tells, or all is right. */
export function canonicalMedium(block: Block): unknown {
  const { payload: source, raw, shape } = block
  if (block.kind !== 'media' || !isRecord(source)) return undefined
  const { data, media_type: mediaType, type, url } = source
  const isTyped = typeof type === 'string' && (Object.hasOwn(held, type) || type === 'text' || type === 'content')
  const isData = typeof data === 'string' && data !== ''
  if (shape.type === 'document' && isData && typeof mediaType !== 'string' && data.startsWith('JVBERi0'))
    return withField(raw, 'source', { ...source, type: 'base64', media_type: 'application/pdf' })
  if (isTyped) return undefined
  if (isData && typeof mediaType === 'string') return withField(raw, 'source', { ...source, type: 'base64' })
  return typeof url === 'string' && url !== '' ? withField(raw, 'source', { ...source, type: 'url' }) : undefined
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
  return withSourceType(raw, replacement.mediaType, replacement.data)
}

/** A block whose source says another media type, and holds other data where some is given. */
export function withSourceType(raw: unknown, mediaType: string, data?: string): unknown {
  const typed = withField((raw as Record<string, unknown>)['source'], 'media_type', mediaType)
  return withField(raw, 'source', data === undefined ? typed : withField(typed, 'data', data))
}
