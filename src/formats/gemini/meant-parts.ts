import { isRecord } from '../../json/is-record.ts'
import type { Message } from '../../transcript/transcript.ts'
import { dataOf } from './read-content.ts'

/** The parts of a content that stand under another API's field name, or inside a stored candidate, moved to `parts`. */
export function meantParts({ content, raw }: Message): Readonly<Record<string, unknown>> {
  const given = content === 'absent' && isRecord(raw) ? raw['content'] : undefined
  const isCandidate = isRecord(given) && Array.isArray(given['parts'])
  const parts = isCandidate ? given['parts'] : isRecord(given) ? [given] : given
  if (!Array.isArray(parts) || !parts.some((part) => isRecord(part) && dataOf(part) !== null)) return {}
  return { ...(isCandidate && { role: roleNamedIn(raw) }), parts, content: undefined }
}

/** The role of a content, also of one inside a stored candidate. */
export function roleNamedIn(raw: unknown): unknown {
  if (!isRecord(raw)) return undefined
  const { content, role } = raw
  return role ?? (isRecord(content) ? content['role'] : undefined)
}
