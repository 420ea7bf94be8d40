import { isRecord } from '../../json/is-record.ts'
import { unwrapped } from '../../json/unwrapped.ts'
import { withField } from '../../json/with-field.ts'
import { pdfHead } from '../../media/pdf-head.ts'
import { foreignBlock } from './foreign-block.ts'
import { sourceOf } from './source-of.ts'

/** The field that holds or locates the medium in a source of each type. */
export const heldIn: Readonly<Record<string, string>> = { base64: 'data', url: 'url', file: 'file_id' }

/** A PDF in base64; prose that merely begins like one does not match. */
const pdf = new RegExp(`^${pdfHead}[\\w+/=\\r\\n-]*$`)

/** Media types of text: the only binary document that the API reads is a PDF. */
const ofWords = /^text\/|\/(?:json|xml)$/

/**
 * A block or a part of a result with its source as the API writes it. Mended are a missing or foreign type, extra fields, bytes in place of
 * an address, and a PDF under another media type; undefined when nothing is wrong, or the meaning cannot be told.
 */
export function canonicalSource(raw: Readonly<Record<string, unknown>>): unknown {
  const { source } = raw
  if (source === undefined && raw['text'] === undefined) return foreignBlock(raw)
  const isDocument = raw['type'] === 'document'
  if (!isDocument && raw['type'] !== 'image') return undefined
  const inner = sourceIn(source, isDocument)
  if (isRecord(inner)) {
    const meant = withField(raw, 'source', inner)
    return canonicalSource(meant as typeof raw) ?? meant
  }
  if (!isRecord(source)) return undefined
  // Only a document's source may be plain text or blocks.
  if (!isDocument && isWrittenOut(source)) return withField(raw, 'type', 'document')
  const meant = meantSource(source, isDocument)
  return meant && withField(raw, 'source', meant)
}

type Source = Readonly<Record<string, unknown>>

/** Whether a source holds the text of a document, or its blocks. */
function isWrittenOut({ content, media_type: mediaType, type }: Source): boolean {
  return (type === 'text' && mediaType === 'text/plain') || (type === 'content' && content !== undefined)
}

/** The evident meaning of a source; undefined when it is fine, or cannot be told. */
function meantSource(source: Source, isDocument: boolean): Source | undefined {
  const { data, media_type: mediaType, type, url } = source
  const inAddress = typeof url === 'string' && (type ?? 'url') === 'url' ? sourceOf(url) : undefined
  const held = inAddress?.media_type
  if (held !== undefined && isDocument === (held === 'application/pdf')) return inAddress
  const isData = typeof data === 'string' && data !== ''
  if (isDocument && isData && type !== 'text' && mediaType !== 'application/pdf' && pdf.test(data))
    return { ...source, type: 'base64', media_type: 'application/pdf' }
  const words = isDocument && isData && type === 'base64' && ofWords.test(String(mediaType)) ? wordsOf(data) : undefined
  if (words !== undefined) return { type: 'text', media_type: 'text/plain', data: words }
  if (
    (isDocument && (type === 'text' || type === 'content')) ||
    (typeof type === 'string' && Object.hasOwn(heldIn, type))
  )
    return withoutStrangers(source, type)
  if (isData && typeof mediaType === 'string')
    return { ...source, type: isDocument && mediaType === 'text/plain' ? 'text' : 'base64' }
  return typeof url === 'string' && url !== '' ? { ...source, type: 'url' } : undefined
}

/** The source in a wrapper object, or in a string: its JSON, its bytes, its address or its text. */
function sourceIn(given: unknown, isDocument: boolean): unknown {
  const inner = (typeof given === 'string' ? sourceOf(given) : undefined) ?? unwrapped(given)
  if (isRecord(inner) && [...Object.values(heldIn), 'content'].some((field) => inner[field])) return inner
  return typeof given === 'string' && isDocument && /[ {]/.test(given)
    ? { type: 'text', media_type: 'text/plain', data: given }
    : undefined
}

/** "messages.4.content.1.image.source.base64.name: Extra inputs are not permitted". */
function withoutStrangers(source: Source, type: string): Source | undefined {
  const field = heldIn[type] ?? (type === 'text' ? 'data' : type)
  const known = ['type', field, field === 'data' && 'media_type']
  const own = Object.entries(source).filter(([name, value]) => value === undefined || known.includes(name))
  return own.length === Object.keys(source).length ? undefined : Object.fromEntries(own)
}

/** The text encoded in base64; undefined when the bytes are no text. */
function wordsOf(data: string): string | undefined {
  const words = Buffer.from(data, 'base64').toString()
  return words.trim() === '' || /\0|\ufffd/.test(words) ? undefined : words
}
