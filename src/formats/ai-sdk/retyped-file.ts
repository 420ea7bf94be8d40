import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { pdfHead } from '../../media/pdf-head.ts'
import { fileBytes, heldBy, withBytes } from './file-bytes.ts'

type Fields = Readonly<Record<string, unknown>>

/** A file with its true media type, when the package throws at the stated one or the provider refuses it; undefined otherwise. */
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
  // The type in a data URL would win over `mediaType`.
  const held = heldBy(file)
  return typeof held === 'string' && held.startsWith('data:') ? withBytes(file, bytes) : file
}
