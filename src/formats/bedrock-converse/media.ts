import type { MediaItem } from '../../media/media-item.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Block } from '../../transcript/transcript.ts'
import { withField } from '../../json/with-field.ts'
import type { MediaReplacement } from '../format.ts'
import { mediaReplacer } from '../media-replacer.ts'

const kinds = ['image', 'document', 'video', 'audio'] as const

/** The media of a block: the block itself, or the parts of a result. */
export function readMedia(block: Block): readonly MediaItem[] {
  if (block.kind === 'media') return itemsOf([block.raw])
  return block.kind === 'tool_result' && Array.isArray(block.payload) ? itemsOf(block.payload) : []
}

function itemsOf(parts: readonly unknown[]): MediaItem[] {
  return parts.flatMap((raw): MediaItem[] => {
    const kind = kinds.find((name) => isRecord(raw) && isRecord(raw[name]))
    if (kind === undefined) return []
    const medium = (raw as Record<string, unknown>)[kind] as Record<string, unknown>
    const source = isRecord(medium['source']) ? medium['source'] : {}
    const location = isRecord(source['s3Location']) ? source['s3Location'] : {}
    const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
    const format = text(medium['format'])
    return [
      {
        raw,
        kind,
        mediaType: format && `${kind === 'document' ? 'application' : kind}/${format === 'jpg' ? 'jpeg' : format}`,
        data: kind === 'image' ? imageData(source) : hasSource(source) ? dataUrlIn(source) : '',
        url: text(location['uri']),
        name: text(medium['name']),
      },
    ]
  })
}

/** The bytes of an image in base64; empty when the source has neither bytes nor a location. */
function imageData(source: Record<string, unknown>): string | undefined {
  return base64Of(source['bytes']) ?? (isRecord(source['s3Location']) ? undefined : '')
}

const otherSources = ['s3Location', 'text', 'content'] as const

/** "Must set one of the following keys: bytes, s3Location, text, content"; empty bytes are no source. */
function hasSource(source: Record<string, unknown>): boolean {
  return Boolean(base64Of(source['bytes'])) || otherSources.some((name) => (source[name] ?? '') !== '')
}

/** A data URL in place of a document's bytes; other bytes of documents are not checked. */
function dataUrlIn({ bytes }: Record<string, unknown>): string | undefined {
  return typeof bytes === 'string' && bytes.startsWith('data:') ? bytes : undefined
}

/** The SDK takes bytes, the wire base64. */
export function base64Of(bytes: unknown): string | undefined {
  if (typeof bytes === 'string') return bytes
  if (!(bytes instanceof Uint8Array)) return undefined
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
}

/** The block with some of its media replaced: another format or name, or a text instead. */
export function withMedia(block: Block, replacements: ReadonlyMap<MediaItem, MediaReplacement>): unknown {
  const replaced = mediaReplacer(replacements, changed)
  if (block.kind === 'media') return replaced(block.raw)
  const result = (block.raw as Record<string, unknown>)['toolResult']
  return withField(
    block.raw,
    'toolResult',
    withField(result, 'content', (block.payload as readonly unknown[]).map(replaced)),
  )
}

function changed(raw: Record<string, unknown>, replacement: MediaReplacement, { kind }: MediaItem): unknown {
  if ('text' in replacement) return { text: replacement.text }
  const medium = raw[kind]
  const { data, mediaType, name } = replacement
  if (name !== undefined) return withField(raw, kind, withField(medium, 'name', name))
  const typed = withField(medium, 'format', mediaType.split('/')[1])
  if (data === undefined) return withField(raw, kind, typed)
  const { source } = medium as Record<string, unknown>
  return withField(raw, kind, withField(typed, 'source', withField(source, 'bytes', data)))
}
