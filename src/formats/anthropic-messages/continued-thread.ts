import { isRecord } from '../../json/is-record.ts'
import type { RequestBody } from '../format.ts'

/** The id of the response that a request of a thread continues; the server holds everything before it. */
export function continuedThread({ thread }: RequestBody): string | undefined {
  const id = isRecord(thread) ? thread['previous_message_id'] : undefined
  return typeof id === 'string' ? id : undefined
}
