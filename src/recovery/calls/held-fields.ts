import type { RequestBody } from '../../formats/format.ts'
import type { ServerState } from '../../formats/server-state.ts'
import { isRecord } from '../../json/is-record.ts'

/** The field of a recorded answer's meta that holds what its server keeps beside the messages. */
const heldMark = 'held'

/** What the server takes from this request for all that continue it, as the meta of its answer: a replay must bring it again (I4). */
export function heldBy(serverState: ServerState | undefined, request: RequestBody): object {
  if (serverState?.held === undefined || !serverState.keeps(request) || serverState.continues(request) !== undefined)
    return {}
  const held = Object.fromEntries(serverState.held.map((field) => [field, request[field]]))
  // Tools may carry the functions that run them.
  return { [heldMark]: JSON.parse(JSON.stringify(held)) as unknown }
}

/** What the newest of these messages tells of it. */
export function heldIn(messages: readonly { readonly meta: Readonly<Record<string, unknown>> }[]): RequestBody {
  const held = messages.findLast(({ meta }) => isRecord(meta[heldMark]))?.meta[heldMark]
  return isRecord(held) ? held : {}
}
