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
  const { data, media_type: mediaType, type, url } = source
  const held = typeof url === 'string' && (type ?? 'url') === 'url' ? sourceOf(url)?.media_type : undefined
  if (held !== undefined && isDocument === (held === 'application/pdf'))
    return withField(raw, 'source', sourceOf(url as string))
  // Only a document can be written out in words.
  const isWritten = isDocument && (type === 'text' || type === 'content')
  const isTyped = isWritten || (typeof type === 'string' && Object.hasOwn(heldIn, type))
  const isData = typeof data === 'string' && data !== ''
  const isPdf = isData && type !== 'text' && mediaType !== 'application/pdf' && pdf.test(data)
  if (isDocument && isPdf) return withField(raw, 'source', { ...source, type: 'base64', media_type: 'application/pdf' })
  const written =
    isDocument && type === 'base64' && isData && ofWords.test(String(mediaType)) ? wordsOf(data) : undefined
  if (written !== undefined) return withField(raw, 'source', { type: 'text', media_type: 'text/plain', data: written })
  if (isTyped) return withoutStrangers(raw, source)
  const isWords =
    (type === 'text' && mediaType === 'text/plain') || (type === 'content' && source['content'] !== undefined)
  if (isWords) return withField(raw, 'type', 'document')
  if (isData && typeof mediaType === 'string')
    return withField(raw, 'source', { ...source, type: isDocument && mediaType === 'text/plain' ? 'text' : 'base64' })
  return typeof url === 'string' && url !== '' ? withField(raw, 'source', { ...source, type: 'url' }) : undefined
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
function withoutStrangers(raw: object, source: Readonly<Record<string, unknown>>): unknown {
  const type = source['type'] as string
  const field = heldIn[type] ?? (type === 'text' ? 'data' : type)
  const known = ['type', field, field === 'data' && 'media_type']
  const own = Object.entries(source).filter(([name, value]) => value === undefined || known.includes(name))
  const isSame = own.length === Object.keys(source).length
  return isSame ? undefined : withField(raw, 'source', Object.fromEntries(own))
}

/** The text in base64; undefined where it is none. */
function wordsOf(data: string): string | undefined {
  const words = Buffer.from(data, 'base64').toString()
  return words.trim() === '' || /\0|\ufffd/.test(words) ? undefined : words
}
