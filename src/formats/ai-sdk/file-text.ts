import { marked } from '../../faults/synthetic-text.ts'
import { readDataUrl } from '../../media/data-url.ts'
import { isRecord } from '../../json/is-record.ts'
import { heldBy } from './file-bytes.ts'

/** Control characters that a text file does not contain. */
const controls = /[^\P{Cc}\t\n\v\f\r]/u

/** A file that holds only text, as a text part with the file's name; undefined for any other file. */
export function fileAsText(raw: unknown): object | undefined {
  if (!isRecord(raw) || raw['type'] !== 'file') return undefined
  const text = textIn(heldBy(raw))
  if (text === undefined || controls.test(text)) return undefined
  const { filename, mediaType } = raw
  const named = [typeof filename === 'string' ? `"${filename}"` : undefined, `(${String(mediaType)})`]
  return { type: 'text', text: `${marked(`The file ${named.filter(Boolean).join(' ')} as text:`)}\n${text}` }
}

function textIn(held: unknown): string | undefined {
  if (held instanceof Uint8Array || held instanceof ArrayBuffer) return decoded(held)
  if (typeof held !== 'string') return undefined
  const { data, isBase64 } = readDataUrl(held) ?? { data: held, isBase64: !/^\w+:/.test(held) }
  return isBase64 ? decoded(Buffer.from(data, 'base64')) : undefined
}

function decoded(bytes: Uint8Array | ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // The bytes are no UTF-8.
    return undefined
  }
}
