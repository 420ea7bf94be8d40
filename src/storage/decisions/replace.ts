import type { Change } from '../change.ts'
import type { Decision } from '../decision.ts'
import { unchanged } from '../decision.ts'
import { chain } from '../rules/chain.ts'
import type { MessageInput } from '../message-input.ts'
import { appendedRows } from '../rules/message-rows.ts'
import { expectRevision, fence, nextRevision, sessionOrNew, writeNeeds } from '../rules/session-rules.ts'
import type { MessageRow } from '../rows.ts'
import type { WriteOptions } from '../write-options.ts'

export interface ReplaceCommand extends WriteOptions {
  readonly sessionID: string
  readonly messages: readonly MessageInput[]
  readonly expect: number
}

/** Adopts a history. Messages that are already there, up to the first difference, are left alone. */
export const replace: Decision<ReplaceCommand, number> = {
  needs: (command) => ({ ...writeNeeds(command), contents: 'all', changes: true }),
  decide(facts, command, now) {
    const { sessionID, messages: given } = command
    const session = sessionOrNew(facts, sessionID, now)
    const refusal = fence(facts, command) ?? expectRevision(session, command.expect)
    if (refusal) return { refusal }
    const former = facts.contents
    const from = commonLength(former, given)
    if (from === given.length && from === former.length) return unchanged(session.revision)
    const revision = nextRevision(facts, session)
    const { head } = chain(former.slice(0, from), from)
    const messages = appendedRows(given.slice(from), { nextKey: session.nextKey, head, revision }, now)
    const dropped = former.slice(from).map(({ key }) => key)
    const epoch = session.epoch + (dropped.length > 0 ? 1 : 0)
    const next = {
      ...session,
      epoch,
      revision,
      count: given.length,
      head: messages.at(-1)?.prefix ?? head,
      nextKey: session.nextKey + messages.length,
      updatedAt: now,
    }
    const changes: Change[] = [{ type: 'session_saved', sessionID, session: next }]
    if (dropped.length > 0) {
      const change = { revision, epoch, kind: 'replace', from, formerHead: session.head, createdAt: now } as const
      const rest = { undoes: null, undoneBy: null, meta: null, edits: [] }
      const needed = new Set(
        facts.changes.flatMap(({ edits }) => edits.flatMap(({ before, after }) => [before, after])),
      )
      const retired = dropped.filter((key) => needed.has(key)).map((key) => [key, null] as const)
      const keys = dropped.filter((key) => !needed.has(key))
      changes.push({ type: 'change_recorded', sessionID, change: { ...change, ...rest } })
      if (retired.length > 0) changes.push({ type: 'messages_placed', sessionID, places: retired })
      if (keys.length > 0) changes.push({ type: 'messages_dropped', sessionID, keys })
    }
    if (messages.length > 0) changes.push({ type: 'messages_added', sessionID, messages })
    return { changes, result: revision }
  },
}

function commonLength(former: readonly MessageRow[], given: readonly MessageInput[]): number {
  // Digests leave out cache hints, so equal digests alone would keep old bytes for new ones.
  const different = given.findIndex((message, index) => former[index]?.raw !== message.raw)
  return different === -1 ? given.length : different
}
