import type { ServerState } from '../server-state.ts'

/** `previous_response_id`: the server holds the earlier turns. Conversations are objects of their own and are not replayed. */
export const previousResponses: ServerState = {
  continues: ({ previous_response_id: id, conversation }) =>
    typeof id === 'string' ? id : conversation == null ? undefined : String(idOf(conversation)),
  // By default the server keeps the response.
  keeps: ({ store }) => store !== false,
  replay: ({ previous_response_id: _id, conversation: _conversation, ...request }) => request,
}

function idOf(conversation: unknown): unknown {
  return typeof conversation === 'object' && conversation !== null && 'id' in conversation
    ? conversation.id
    : conversation
}
