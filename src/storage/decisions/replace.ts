import type { Change } from '../change.ts'
import type { Decision, Refusal } from '../decision.ts'
import { quote, unchanged } from '../decision.ts'
import type { MessageInput } from '../message-input.ts'
import type { KnownBeginning } from '../message-store.ts'
import { behindKnown, headOf } from '../rules/behind-known.ts'
import { appendedRows } from '../rules/message-rows.ts'
import { expectRevision, fence, nextRevision, sessionOrNew, writeNeeds } from '../rules/session-rules.ts'
import type { WriteOptions } from '../write-options.ts'

export interface ReplaceCommand extends WriteOptions {
  readonly sessionID: string
  /** Without the messages of the known beginning. */
  readonly messages: readonly MessageInput[]
  readonly expect: number
  readonly known?: KnownBeginning | undefined
}

/** Adopts a history. The rows up to the first difference stay; the rows of a known beginning are not even read. */
export const replace: Decision<ReplaceCommand, number> = {
  needs: (command) => {
    const { known } = command
    const rows = known === undefined ? ({ contents: 'all' } as const) : { positions: known }
    return { ...writeNeeds(command), ...rows, changes: 'edited' }
  },
  decide(facts, command, now) {
    const { sessionID, known } = command
    const session = sessionOrNew(facts, sessionID, now)
    const refusal = fence(facts, command) ?? expectRevision(session, command.expect)
    if (refusal) return { refusal }
    const former = known === undefined ? facts.contents : behindKnown(session, known, facts.positions)
    if (former === null) return { refusal: otherBeginning(sessionID) }
    // Digests ignore cache hints, so bytes are compared. A caller that gives a known beginning accepts that difference.
    const isSame =
      known === undefined
        ? ({ raw }: MessageInput, index: number) => facts.contents[index]?.raw === raw
        : ({ contentDigest }: MessageInput, index: number) => former[index]?.contentDigest === contentDigest
    const same = commonLength(command.messages, isSame)
    const given = command.messages.slice(same)
    if (given.length === 0 && same === former.length) return unchanged(session.revision)
    const from = (known?.length ?? 0) + same
    const head = headOf(former.slice(0, same), known?.digest)
    const revision = nextRevision(facts, session)
    const messages = appendedRows(given, { nextKey: session.nextKey, head, revision }, now)
    const dropped = former.slice(same).map(({ key }) => key)
    const epoch = session.epoch + (dropped.length > 0 ? 1 : 0)
    const next = {
      ...session,
      epoch,
      revision,
      count: from + given.length,
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

const otherBeginning = (sessionID: string): Refusal => ({
  code: 'invalid_value',
  message: `Session ${quote(sessionID)} does not begin with the messages that are said to be known.`,
  sessionID,
})

function commonLength(
  given: readonly MessageInput[],
  isSame: (message: MessageInput, index: number) => boolean,
): number {
  const different = given.findIndex((message, index) => !isSame(message, index))
  return different === -1 ? given.length : different
}
