import { isRecord } from '../../json/is-record.ts'
import type { RequestBody, ServerState } from '../format.ts'

/** Threads: the server holds the conversation, a request names the response that it continues (`previous_message_id`). */
export const threads: ServerState = {
  continues(request) {
    const thread = request['thread']
    const id = isRecord(thread) ? thread['previous_message_id'] : undefined
    return typeof id === 'string' ? id : undefined
  },
  keeps: (request) => isRecord(request['thread']),
  replay: (request): RequestBody => ({ ...request, thread: { type: 'create' } }),
}
