import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { pdfHead } from '../../media/pdf-head.ts'
import { fileBytes, heldBy, withBytes } from './file-bytes.ts'

type Fields = Readonly<Record<string, unknown>>

/** A file under the type that it has, where its package throws at the one that it is said to have, or its provider refuses it. */
export function retyped(raw: unknown, plainTexts = false): unknown {
  if (!isRecord(raw) || (raw['type'] !== 'file' && raw['type'] !== 'image')) return undefined
  const bytes = fileBytes(raw)
  if (bytes === undefined) return undefined
  const { data, mediaType } = bytes
  if (data.startsWith(pdfHead)) return mediaType === 'application/pdf' ? undefined : asPdf(raw, data)
  return plainTexts && /^text\/(?!plain$)/.test(mediaType ?? '') ? withField(raw, 'mediaType', 'text/plain') : undefined
}

function asPdf({ image, ...rest }: Fields, bytes: string): unknown {
  const { data = image } = rest
  const file = { ...rest, type: 'file', mediaType: 'application/pdf', data }
  // The type in an address would count.
  const held = heldBy(file)
  return typeof held === 'string' && held.startsWith('data:') ? withBytes(file, bytes) : file
}
