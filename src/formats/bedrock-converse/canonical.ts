import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'
import { pdfHead } from '../../media/pdf-head.ts'
import type { Block } from '../../transcript/transcript.ts'
import { base64Of } from './media.ts'

const states: ReadonlySet<unknown> = new Set([undefined, null, 'success', 'error'])

/** A result with a status that the API does not know, without it; a cache point of another type as the only one there is; a document that is a PDF as one. */
export function canonical({ raw, shape }: Block): unknown {
  const inner = isRecord(raw) ? raw[shape.type] : undefined
  if (!isRecord(inner)) return undefined
  if (typeof inner['toolUseId'] === 'number')
    return withField(raw, shape.type, withField(inner, 'toolUseId', String(inner['toolUseId'])))
  if (shape.type === 'toolResult' && !states.has(inner['status']))
    return withField(raw, shape.type, withField(inner, 'status', undefined))
  if (shape.type === 'document' && inner['format'] !== 'pdf' && isPdf(inner['source']))
    return withField(raw, shape.type, withField(inner, 'format', 'pdf'))
  if (shape.type === 'cachePoint' && inner['type'] !== 'default')
    return withField(raw, shape.type, withField(inner, 'type', 'default'))
  return undefined
}

/** By its first bytes, in base64. */
function isPdf(source: unknown): boolean {
  const bytes = isRecord(source) ? source['bytes'] : undefined
  return base64Of(bytes instanceof Uint8Array ? bytes.subarray(0, 6) : bytes)?.startsWith(pdfHead) === true
}
