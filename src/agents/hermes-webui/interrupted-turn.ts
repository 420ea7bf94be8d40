import type { FoldedTurn } from './fold-turns.ts'
import type { HermesSession } from './session-copy.ts'

type Fields = Readonly<Record<string, unknown>>

/** Why a turn did not end, as far as that is known. It is kept as data; the visible text does not claim it. */
export type InterruptionCause = 'process_restart' | 'stream_run_split_brain' | 'lost_worker_bookkeeping' | 'unknown'

/** The one visible sign of an interruption. Its time is the turn's own, not the clock's (I2). */
export function interruptionMarker(
  turnID: string | undefined,
  timestamp: number | undefined,
  fields: Fields = {},
): Fields {
  return {
    role: 'assistant',
    content:
      '**Response interrupted.** This turn did not finish. What it had done until then is unknown: check before repeating it.',
    _error: true,
    type: 'interrupted',
    interruption_cause: 'unknown' satisfies InterruptionCause,
    ...(turnID !== undefined && { turn_id: turnID }),
    ...(timestamp !== undefined && { timestamp }),
    ...fields,
  }
}

/** The user's message of a turn that the session did not get to hold. */
export function recoveredPrompt(
  content: unknown,
  turnID: string | undefined,
  timestamp: number | undefined,
  attachments: readonly unknown[] = [],
): Fields {
  return {
    role: 'user',
    content,
    ...(attachments.length > 0 && { attachments }),
    ...(timestamp !== undefined && { timestamp }),
    ...(turnID !== undefined && { turn_id: turnID }),
    _recovered: true,
  }
}

const idle: Fields = {
  active_stream_id: null,
  pending_user_message: null,
  pending_attachments: [],
  pending_started_at: null,
  pending_user_source: null,
}

/** The session without its fields about a running turn; absent fields are not added. */
export function withoutPending(session: HermesSession): HermesSession {
  const cleared = Object.entries(idle).filter(([name]) => name in session)
  return { ...session, ...Object.fromEntries(cleared) }
}

/** The session with messages appended, also to the model's own context where the session keeps one. */
export function withMessages(
  session: HermesSession,
  added: readonly Fields[],
  inContext: readonly Fields[],
): HermesSession {
  const context = session['context_messages']
  const messages = [...session.messages, ...added]
  return {
    ...session,
    messages,
    ...(Array.isArray(context) && { context_messages: [...context, ...inContext] }),
    ...('message_count' in session && { message_count: messages.length }),
  }
}

/** The session with the prompt of an unfinished turn and one marker behind it. No answer is invented. */
export function withInterruptedTurn(session: HermesSession, turn: FoldedTurn): HermesSession {
  const prompt = recoveredPrompt(turn.content, turn.turnID, turn.submittedAt, turn.attachments)
  const filled = withMessages(session, [prompt, interruptionMarker(turn.turnID, turn.submittedAt)], [prompt])
  // Otherwise the program would restore the same prompt once more.
  return session['pending_user_message'] === turn.content ? withoutPending(filled) : filled
}
