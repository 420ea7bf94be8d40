import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { pdfHead } from '../../media/pdf-head.ts'

/** What a source of each type holds its medium in, or points to it with. */
export const heldIn: Readonly<Record<string, string>> = { base64: 'data', url: 'url', file: 'file_id' }

/** In base64; what begins alike and goes on in words is a text about one. */
const pdf = new RegExp(`^${pdfHead}[\\w+/=\\r\\n-]*$`)

/**
 * A block or a part of a result whose source lacks its type, or is a PDF by its bytes and not by its media type, as the API writes
 * it; undefined where nothing tells, or all is right.
 */
export function canonicalSource(raw: Readonly<Record<string, unknown>>): unknown {
  const { source } = raw
  if ((raw['type'] !== 'image' && raw['type'] !== 'document') || !isRecord(source)) return undefined
  const { data, media_type: mediaType, type, url } = source
  const isTyped = typeof type === 'string' && (Object.hasOwn(heldIn, type) || type === 'text' || type === 'content')
  const isData = typeof data === 'string' && data !== ''
  const isPdf = isData && type !== 'text' && mediaType !== 'application/pdf' && pdf.test(data)
  if (raw['type'] === 'document' && isPdf)
    return withField(raw, 'source', { ...source, type: 'base64', media_type: 'application/pdf' })
  if (isTyped) return undefined
  if (isData && typeof mediaType === 'string')
    return withField(raw, 'source', { ...source, type: mediaType === 'text/plain' ? 'text' : 'base64' })
  return typeof url === 'string' && url !== '' ? withField(raw, 'source', { ...source, type: 'url' }) : undefined
}
