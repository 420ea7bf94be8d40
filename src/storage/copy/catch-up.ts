import { canonicalJson } from '../../json/canonical-json.ts'
import type { Change } from '../change.ts'
import { type Decision, done } from '../decision.ts'
import { chain } from '../rules/chain.ts'
import { livingSession } from '../rules/session-rules.ts'
import { isFinal } from '../rules/turn-rows.ts'
import { type CopiedSession, digestOf, writeCopied } from './copied-session.ts'

const isEqual = (one: unknown, other: unknown): boolean => canonicalJson(one) === canonicalJson(other)

/** Whether each row is also in the later list, equal or with a permitted change. */
function areKept<Row>(
  rows: readonly Row[],
  later: readonly Row[],
  keyOf: (row: Row) => string,
  mayChange: (row: Row, after: Row) => boolean,
): boolean {
  const known = new Map(later.map((row) => [keyOf(row), row]))
  return rows.every((row) => {
    const after = known.get(keyOf(row))
    return after !== undefined && (isEqual(row, after) || mayChange(row, after))
  })
}

/**
 * Whether a copy is certainly an earlier state of another one: its conversation is a prefix of the other's (by digest, keys and
 * revisions); the epoch is the same, so nothing was removed on purpose since (a shorter copy may be the newer one); the other has
 * all its parts, turns and states, and only unsettled calls, unfinished turns and state values differ.
 */
export function isEarlier(copy: CopiedSession, other: CopiedSession): boolean {
  const { epoch, floor, head, count, revision, standing } = copy.session
  const begun = other.messages.slice(0, count)
  const next = other.messages[count]
  return (
    epoch === other.session.epoch &&
    floor === other.session.floor &&
    revision < other.session.revision &&
    (standing === null || standing === other.session.standing) &&
    chain(begun, count).head === head &&
    begun.every((row, at) => row.key === copy.messages[at]?.key && row.revision === copy.messages[at].revision) &&
    (next?.place ?? Infinity) > (copy.messages.at(-1)?.place ?? -Infinity) &&
    areKept(
      copy.parts,
      other.parts,
      ({ callId, occurrence }) => `${occurrence} ${callId}`,
      ({ status }) => status === 'pending' || status === 'running',
    ) &&
    areKept(
      copy.turns,
      other.turns,
      ({ turnID }) => turnID,
      ({ state, updatedAt }, after) => !isFinal(state) && updatedAt <= after.updatedAt,
    ) &&
    areKept(
      copy.states,
      other.states,
      ({ owner, key }) => `${owner.length} ${owner} ${key}`,
      ({ updatedAt }, after) => updatedAt <= after.updatedAt,
    )
  )
}

/** Brings a copy to a later state. `expected` is the digest of the copy when that was decided; null: there was no such session. */
export const catchUp: Decision<
  { readonly sessionID: string; readonly copied: CopiedSession; readonly expected: string | null },
  void
> = {
  needs: ({ sessionID }) => ({ sessionID, contents: 'all', parts: 'all', turns: true, states: true }),
  decide(facts, command, now) {
    const { sessionID, copied, expected } = command
    const session = livingSession(facts)
    if (expected === null) return writeCopied.decide(facts, command, now)
    const { contents: messages, parts, turns, states } = facts
    if (session === null || digestOf({ session, messages, parts, turns, states }) !== expected)
      return { refusal: { code: 'stale_revision', message: 'The copy has changed since it was compared.', sessionID } }
    const changes: Change[] = [{ type: 'session_saved', sessionID, session: copied.session }]
    const added = copied.messages.slice(messages.length)
    if (added.length > 0) changes.push({ type: 'messages_added', sessionID, messages: added })
    for (const part of copied.parts)
      if (!parts.some((known) => isEqual(known, part))) changes.push({ type: 'part_saved', sessionID, part })
    for (const turn of copied.turns)
      if (!turns.some((known) => isEqual(known, turn))) changes.push({ type: 'turn_saved', sessionID, turn })
    for (const entry of copied.states)
      if (!states.some((known) => isEqual(known, entry))) changes.push({ type: 'state_saved', sessionID, entry })
    return done(changes)
  },
}
