import { isRecord } from '../../json/is-record.ts'
import type { Message } from '../../transcript/transcript.ts'
import { dataOf } from './read-content.ts'

/** Parts under the name that other APIs have for them stand under their own, and so do those of a candidate that was stored whole. */
export function meantParts({ content, raw }: Message): Readonly<Record<string, unknown>> {
  const given = content === 'absent' && isRecord(raw) ? raw['content'] : undefined
  const isCandidate = isRecord(given) && Array.isArray(given['parts'])
  const parts = isCandidate ? given['parts'] : isRecord(given) ? [given] : given
  if (!Array.isArray(parts) || !parts.some((part) => isRecord(part) && dataOf(part) !== null)) return {}
  return { ...(isCandidate && { role: roleNamedIn(raw) }), parts, content: undefined }
}

/** Who speaks, told by a content or by what it was stored in. */
export function roleNamedIn(raw: unknown): unknown {
  if (!isRecord(raw)) return undefined
  const { content, role } = raw
  return role ?? (isRecord(content) ? content['role'] : undefined)
}
