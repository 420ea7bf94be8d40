import type { RequestBody } from '../../formats/format.ts'
import { serverStateOf } from '../../formats/server-state-of.ts'
import type { GuardedCallStart } from './guarded-call-start.ts'
import { heldIn } from './held-fields.ts'
import { holdsBeginnings, jointOf } from '../sessions/joint.ts'
import type { Conversation } from '../recovery-ports.ts'
import { withoutList } from './without-list.ts'

/** What the store holds of a conversation that the server has lost, with the new messages; null when it holds nothing. */
export async function lostConversation(
  { continued, format, given, options, session: { sessionID }, target }: GuardedCallStart,
  sent: RequestBody,
): Promise<Conversation | null> {
  const serverState = serverStateOf(format.name)
  const isContinued = serverState?.continues(sent) !== undefined
  if (!isContinued && given.length > 0) return null
  const stored = await options.store.messages.load(sessionID)
  if (!stored || stored.messages.length === 0) return null
  const { before, repeated } = continued
    ? jointOf(stored.messages, given, continued, format)
    : { before: stored.messages.length, repeated: 0 }
  const former = stored.messages.slice(0, before)
  // What stands behind a response that was never recorded is not all there is (I4).
  if (!holdsBeginnings(former)) return null
  const messages = [...former.map(({ raw }) => raw), ...given.slice(repeated)]
  const request = withoutList({ ...heldIn(former), ...(serverState?.replay(sent) ?? sent) }, format)
  return { format: format.name, target, messages, request, isWhole: true }
}
