import type { Decision } from '../decision.ts'
import { unchanged } from '../decision.ts'
import type { MessageInput } from '../message-input.ts'
import { appendedRows } from '../rules/message-rows.ts'
import { expectRevision, fence, nextRevision, sessionOrNew, writeNeeds } from '../rules/session-rules.ts'
import type { WriteOptions } from '../write-options.ts'

export interface AppendCommand extends WriteOptions {
  readonly sessionID: string
  readonly messages: readonly MessageInput[]
  readonly expect?: number | undefined
}

/** Its cost does not grow with the session: only the session's row is read. */
export const append: Decision<AppendCommand, number> = {
  needs: writeNeeds,
  decide(facts, command, now) {
    const { sessionID } = command
    const session = sessionOrNew(facts, sessionID, now)
    const refusal = fence(facts, command) ?? expectRevision(session, command.expect)
    if (refusal) return { refusal }
    if (command.messages.length === 0) return unchanged(session.revision)
    const revision = nextRevision(facts, session)
    const messages = appendedRows(command.messages, { ...session, revision }, now)
    const next = {
      ...session,
      revision,
      count: session.count + messages.length,
      head: messages.at(-1)?.prefix ?? session.head,
      nextKey: session.nextKey + messages.length,
      updatedAt: now,
    }
    return {
      changes: [
        { type: 'session_saved', sessionID, session: next },
        { type: 'messages_added', sessionID, messages },
      ],
      result: revision,
    }
  },
}
