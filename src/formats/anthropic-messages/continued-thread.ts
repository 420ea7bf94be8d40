import { isRecord } from '../../json/is-record.ts'
import type { RequestBody } from '../format.ts'

/** The response that a request of a thread continues: the server holds all before it. */
export function continuedThread({ thread }: RequestBody): string | undefined {
  const id = isRecord(thread) ? thread['previous_message_id'] : undefined
  return typeof id === 'string' ? id : undefined
}
