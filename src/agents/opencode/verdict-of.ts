import type { StoredVerdict } from '../last-refusal.ts'
import type { SoundMessage } from './sound-session.ts'
import { objectOf, stringOf } from './stored-rows.ts'

/** Parts that only an answer of the model brings. */
const answered: ReadonlySet<unknown> = new Set(['text', 'reasoning', 'tool', 'step-finish'])

/**
 * The provider's verdict in a message: 1.18 stores `error` in the row of the missing answer, with the body as it was sent. A row without
 * error and without parts was interrupted before a verdict.
 */
export function verdictOf({ row, value, parts }: SoundMessage): StoredVerdict {
  if (value['role'] !== 'assistant') return undefined
  const error = objectOf(value, 'error')
  if (stringOf(error, 'name') !== 'APIError')
    return parts.some((part) => answered.has(part.value['type'])) ? 'accepted' : undefined
  const data = objectOf(error, 'data')
  const says = stringOf(data, 'responseBody') || (stringOf(data, 'message') ?? '')
  return { says, record: { id: row.id }, atMs: row.timeUpdated }
}
