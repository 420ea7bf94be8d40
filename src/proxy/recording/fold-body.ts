import { isRecord } from '../../json/is-record.ts'
import { maskSecrets } from '../../json/mask-secrets.ts'
import { messageDigest } from '../../storage/prefix-digests.ts'
import type { RecordedBody, RecordedValue } from './recorded.ts'

/** The lists of a request that come again with every turn. */
const repeated: ReadonlySet<string> = new Set(['messages', 'input', 'contents', 'tools', 'system'])

/** A value smaller than its reference would be is kept where it stands. */
const smallest = 200

/** Takes a body apart: what comes again and again becomes a value under its digest. Secrets are masked first. */
export function foldBody(
  text: string,
  maxLength: number,
): { readonly body: RecordedBody; readonly values: RecordedValue[] } {
  const bytes = Buffer.byteLength(text)
  const clean = maskSecrets(text.slice(0, maxLength))
  const values: RecordedValue[] = []
  if (text.length <= maxLength) {
    try {
      return { body: { json: fold(JSON.parse(clean), values), bytes }, values }
    } catch {
      // Streams and pages are no JSON: they are kept as text.
    }
  }
  return { body: { text: clean, bytes, truncated: text.length > maxLength }, values: [] }
}

function fold(value: unknown, values: RecordedValue[]): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([field, part]) => {
      if (!repeated.has(field)) return [field, part]
      return [field, Array.isArray(part) ? part.map((item) => refer(item, values)) : refer(part, values)]
    }),
  )
}

function refer(value: unknown, values: RecordedValue[]): unknown {
  if (value === undefined || JSON.stringify(value).length < smallest) return value
  const digest = messageDigest(value)
  values.push({ kind: 'value', digest, value })
  return { $digest: digest }
}

/** Puts the values back. A value that is lost stays a reference, so that everything else can be read. */
export function unfold(value: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (Array.isArray(value)) return value.map((item) => unfold(item, values))
  if (!isRecord(value)) return value
  const digest = value['$digest']
  if (typeof digest === 'string' && Object.keys(value).length === 1)
    return values.has(digest) ? values.get(digest) : value
  return Object.fromEntries(Object.entries(value).map(([field, part]) => [field, unfold(part, values)]))
}
