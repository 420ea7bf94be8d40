import { createHash } from 'node:crypto'
import { canonicalJson } from '../../json/canonical-json.ts'
import type { Change } from '../change.ts'
import { type Decision, done, quote, unchanged } from '../decision.ts'
import { aliveLease } from '../decisions/acquire-lease.ts'
import type { MessageRow, PartRow, SessionRow, StateRow, TurnRow } from '../rows.ts'
import { livingSession, nextRevision } from '../rules/session-rules.ts'
import { inStateOrder } from '../rules/state-order.ts'

/** Everything of a session that is copied. Undo records are not: what they restore is not part of the conversation. */
export interface CopiedSession {
  readonly session: SessionRow
  readonly messages: readonly MessageRow[]
  readonly parts: readonly PartRow[]
  readonly turns: readonly TurnRow[]
  readonly states: readonly StateRow[]
}

interface OfSession {
  readonly sessionID: string
}

const EVERYTHING = { contents: 'all', parts: 'all', turns: true, states: true, lease: true } as const

/** Reads a session at one moment. `null`: there is none; `busy`: somebody holds its lease. */
export const readCopied: Decision<OfSession, CopiedSession | 'busy' | null> = {
  needs: ({ sessionID }) => ({ sessionID, ...EVERYTHING }),
  decide(facts, _command, now) {
    const session = livingSession(facts)
    if (session === null) return unchanged(null)
    if (aliveLease(facts.lease, now)) return unchanged('busy')
    const { contents: messages, parts, turns, states } = facts
    return unchanged({ session, messages, parts, turns, states })
  },
}

/** Writes a session into a store that has none of that id; anything else is refused, never merged. */
export const writeCopied: Decision<OfSession & { readonly copied: CopiedSession }, void> = {
  needs: ({ sessionID }) => ({ sessionID }),
  decide(facts, { sessionID, copied }) {
    if (livingSession(facts))
      return {
        refusal: {
          code: 'invalid_value',
          message: `The store already has another session ${quote(sessionID)}.`,
          sessionID,
        },
      }
    const { session, messages, parts, turns, states } = copied
    // After a tombstone of this id none of its numbers may be used again (I14).
    const former = facts.session ?? session
    const floored = {
      ...session,
      epoch: Math.max(session.epoch, former.epoch),
      floor: Math.max(session.floor, former.floor),
      nextKey: Math.max(session.nextKey, former.nextKey),
    }
    const lowest = nextRevision(facts, { ...floored, revision: 0 })
    const row = session.revision === 0 ? floored : { ...floored, revision: Math.max(session.revision, lowest) }
    const changes: Change[] = [{ type: 'session_saved', sessionID, session: row }]
    if (messages.length > 0) changes.push({ type: 'messages_added', sessionID, messages })
    for (const part of parts) changes.push({ type: 'part_saved', sessionID, part })
    for (const turn of turns) changes.push({ type: 'turn_saved', sessionID, turn })
    for (const entry of states) changes.push({ type: 'state_saved', sessionID, entry })
    return done(changes)
  },
}

/** The revision may differ: a copy written over a tombstone gets a new one. */
export const isSameCopy = (one: CopiedSession, other: CopiedSession): boolean =>
  withoutRevision(one) === withoutRevision(other)

const withoutRevision = (copied: CopiedSession): string =>
  digestOf({ ...copied, session: { ...copied.session, revision: 0 } })

/** A digest that is equal for equal content, whichever store it was read from. */
export function digestOf({ session, messages, parts, turns, states }: CopiedSession): string {
  const { head, count, revision, standing, createdAt, updatedAt } = session
  const placed = messages.map(({ place: _place, ...message }) => message)
  const content = {
    head,
    count,
    revision,
    standing,
    createdAt,
    updatedAt,
    placed,
    parts,
    turns,
    states: inStateOrder(states),
  }
  return createHash('sha256').update(canonicalJson(content)!).digest('hex')
}
