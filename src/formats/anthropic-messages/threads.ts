import { isRecord } from '../../json/is-record.ts'
import type { RequestBody } from '../format.ts'
import type { ServerState } from '../server-state.ts'
import { continuedThread } from './continued-thread.ts'

/** Threads: the server holds the conversation, and a request names the response that it continues (`previous_message_id`). */
export const threads: ServerState = {
  continues: continuedThread,
  keeps,
  held: ['system', 'tools'],
  // A request without `thread` stays without it: most vendors of this API do not know the field.
  replay: (request): RequestBody => (keeps(request) ? { ...request, thread: { type: 'create' } } : request),
}

function keeps({ thread }: RequestBody): boolean {
  return isRecord(thread)
}
