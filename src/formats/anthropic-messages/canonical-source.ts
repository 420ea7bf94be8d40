import { isRecord } from '../../json/is-record.ts'
import { unwrapped } from '../../json/unwrapped.ts'
import { withField } from '../../json/with-field.ts'
import { pdfHead } from '../../media/pdf-head.ts'
import { foreignBlock } from './foreign-block.ts'
import { sourceOf } from './source-of.ts'

/** What a source of each type holds its medium in, or points to it with. */
export const heldIn: Readonly<Record<string, string>> = { base64: 'data', url: 'url', file: 'file_id' }

/** In base64; what begins alike and goes on in words is a text about one. */
const pdf = new RegExp(`^${pdfHead}[\\w+/=\\r\\n-]*$`)

/** What is written in words: of bytes the API reads no other document than a PDF. */
const ofWords = /^text\/|\/(?:json|xml)$/

/**
 * A block or a part of a result whose source lacks its type, names one that no such block has, holds what no source has or bytes in place
 * of an address, or is a PDF by its bytes and not by its media type, as the API writes it; undefined where nothing tells, or all is right.
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
  // Only a document can be written out in words.
  if (!isDocument && isWrittenOut(source)) return withField(raw, 'type', 'document')
  const meant = meantSource(source, isDocument)
  return meant && withField(raw, 'source', meant)
}

type Source = Readonly<Record<string, unknown>>

/** The words of a document, or the blocks that it is made of, whole. */
function isWrittenOut({ content, media_type: mediaType, type }: Source): boolean {
  return (type === 'text' && mediaType === 'text/plain') || (type === 'content' && content !== undefined)
}

/** What the source of a document or an image evidently means; undefined where nothing tells, or all is right. */
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

/** The source that is wrapped, or written as its JSON, its bytes, its address or its words. */
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

/** The text in base64; undefined where it is none. */
function wordsOf(data: string): string | undefined {
  const words = Buffer.from(data, 'base64').toString()
  return words.trim() === '' || /\0|\ufffd/.test(words) ? undefined : words
}
