import { isRecord } from '../../json/is-record.ts'
import type { RequestBody, ServerState } from '../format.ts'

/** Threads: the server holds the conversation, a request names the response that it continues (`previous_message_id`). */
export const threads: ServerState = {
  continues(request) {
    const thread = request['thread']
    const id = isRecord(thread) ? thread['previous_message_id'] : undefined
    return typeof id === 'string' ? id : undefined
  },
  keeps,
  held: ['system', 'tools'],
  // A request that names no thread has never had one: the field is unknown to most of this API.
  replay: (request): RequestBody => (keeps(request) ? { ...request, thread: { type: 'create' } } : request),
}

function keeps(request: RequestBody): boolean {
  return isRecord(request['thread'])
}
