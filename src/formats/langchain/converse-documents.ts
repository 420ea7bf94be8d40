import { isRecord } from '../../json/is-record.ts'
import { listOf } from '../../json/list-of.ts'
import { stringOf } from '../../json/string-of.ts'
import { withField } from '../../json/with-field.ts'
import type { MediaItem } from '../../media/media-item.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format, FormatWriter, MediaReplacement } from '../format.ts'
import { withMedia } from './media.ts'

type Fields = Readonly<Record<string, unknown>>

/** The name of a document, and the field that holds it. */
interface Named {
  /** Where in the part the object stands that holds the field; absent: the part itself holds it. */
  readonly holder?: string
  readonly field: string
  readonly name: string
}

/** The metadata fields from which the package names a file in LangChain's own form: the first present one, else a random name. */
const namesInMetadata = ['name', 'filename', 'title'] as const

/** The format of the package for Converse: it sends documents under their names, and the API refuses names such as `a.pdf`. */
export function withDocuments(format: Format): Format {
  return {
    ...format,
    media: (block) => [...format.media(block), ...ofApi(block)].map(asDocument),
    write: renaming(format.write),
    writer: (messages, request) => renaming(format.writer!(messages, request)),
  }
}

/** Documents in blocks of the API itself, whose bytes may be objects of the client. */
function ofApi(block: Block): MediaItem[] {
  const parts = block.kind === 'media' ? [block.raw] : block.kind === 'tool_result' ? listOf(block.payload) : []
  return parts.filter(isDocument).map((raw) => ({ ...unseen, raw }))
}

function isDocument(raw: unknown): raw is Fields & { readonly document: Fields } {
  return isRecord(raw) && raw['type'] === 'document' && isRecord(raw['document'])
}

const unseen = { kind: 'document', mediaType: undefined, data: undefined, url: undefined, name: undefined } as const

function asDocument(item: MediaItem): MediaItem {
  const named = namedIn(item.raw)
  if (named !== undefined) return { ...item, kind: 'document', name: named.name }
  return item.kind === 'document' ? { ...item, kind: 'file' } : item
}

/** The name of a document; undefined for other parts, and for documents that the package names itself. */
function namedIn(raw: unknown): Named | undefined {
  if (isDocument(raw)) return { holder: 'document', field: 'name', name: stringOf(raw.document['name']) ?? '' }
  if (!isRecord(raw)) return undefined
  const { metadata, source_type: source, title, type } = raw
  // A document of Claude's own API: the package throws at its form, and its replacement keeps the title as its name.
  if (type === 'document' && typeof title === 'string') return { field: 'title', name: title }
  if (type !== 'file' || source === undefined || !isRecord(metadata)) return undefined
  const field = namesInMetadata.find((key) => (metadata[key] ?? undefined) !== undefined)
  return field && { holder: 'metadata', field, name: stringOf(metadata[field]) ?? '' }
}

function renaming(writer: FormatWriter): FormatWriter {
  return { ...writer, withMedia: (block, replacements) => renamed(block, replacements) }
}

function renamed(block: Block, replacements: ReadonlyMap<MediaItem, MediaReplacement>): unknown {
  return withMedia(block, replacements, (raw, name) => {
    const { field, holder } = namedIn(raw)!
    return holder === undefined
      ? withField(raw, field, name)
      : withField(raw, holder, withField(raw[holder] as Fields, field, name))
  })
}
