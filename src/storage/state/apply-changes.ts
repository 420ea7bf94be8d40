import { appendAll } from '../../json/append-all.ts'
import type { Change, ChangeType } from '../change.ts'
import type { MessageRow } from '../rows.ts'
import { emptySession, pairKey, type SessionState } from './session-state.ts'
import { forgetSession, type StoreState } from './store-state.ts'

type Apply<Type extends ChangeType> = (session: SessionState, change: Extract<Change, { type: Type }>) => void

/** How each change to the rows of one living session is applied. */
const BY_TYPE: {
  readonly [Type in Exclude<ChangeType, 'session_saved' | 'session_removed' | 'lease_saved'>]: Apply<Type>
} = {
  messages_added({ messages, order }, { messages: added }) {
    for (const message of added) {
      messages.set(message.key, message)
      insert(order, messages, message)
    }
  },
  messages_placed({ messages, order }, { places }) {
    const moved = new Set(places.map(([key]) => key))
    keep(order, (key) => !moved.has(key))
    for (const [key, place] of places) {
      const message = { ...messages.get(key)!, place }
      messages.set(key, message)
      insert(order, messages, message)
    }
  },
  messages_dropped({ messages, order }, { keys }) {
    const dropped = new Set(keys)
    for (const key of keys) messages.delete(key)
    keep(order, (key) => !dropped.has(key))
  },
  prefixes_added: ({ prefixes }, { prefixes: added }) => appendAll(prefixes, added),
  change_recorded: ({ changes }, { change }) => void changes.push(change),
  change_undone({ changes }, { revision, undoneBy }) {
    const index = changes.findIndex((change) => change.revision === revision)
    if (index !== -1) changes[index] = { ...changes[index]!, undoneBy }
  },
  part_saved({ parts, occurrences }, { part }) {
    parts.set(pairKey(part.occurrence, part.callId), part)
    occurrences.set(part.callId, Math.max(part.occurrence, occurrences.get(part.callId) ?? 0))
  },
  turn_saved: ({ turns }, { turn }) => void turns.set(turn.turnID, turn),
  state_saved: ({ states }, { entry }) => void states.set(pairKey(entry.owner, entry.key), entry),
  state_cleared: ({ states }, { owner, key }) => void states.delete(pairKey(owner, key)),
  attempt_added: ({ attempts }, { fingerprint, rung }) => void attempts.add(pairKey(fingerprint, rung)),
  attempts_cleared: ({ attempts }) => void attempts.clear(),
  reference_saved: ({ references }, { id }) => void references.add(id),
  reference_dropped: ({ references }, { id }) => void references.delete(id),
}

/** Whether this version knows a type of change; records of a newer version may contain others. */
export function isKnownChange(type: string): type is ChangeType {
  return type in BY_TYPE || type === 'session_saved' || type === 'session_removed' || type === 'lease_saved'
}

/**
 * Applies changes to the projection, the state of a store in memory. There is no rule and no clock in it, so the same changes
 * always lead to the same state; the memory store keeps that state, a journal rebuilds it from its records.
 *
 * @throws TypeError when a change belongs to a session that was never saved, that is when records are missing
 */
export function applyChanges(state: StoreState, changes: readonly Change[]): void {
  for (const change of changes) applyChange(state, change)
}

function applyChange(state: StoreState, change: Change): void {
  const { sessionID } = change
  if (change.type === 'lease_saved') return void state.leases.set(sessionID, change.lease)
  if (change.type === 'session_removed') {
    const removed = state.sessions.get(sessionID)
    if (removed) forgetSession(state, removed)
    state.sessions.delete(sessionID)
    return void state.tombstones.set(sessionID, change.session)
  }
  const session = state.sessions.get(sessionID)
  if (change.type === 'session_saved') {
    state.tombstones.delete(sessionID)
    if (session) session.row = change.session
    else state.sessions.set(sessionID, emptySession(change.session))
    return
  }
  if (session === undefined) throw new TypeError(`A change ${change.type} belongs to a session that was never saved.`)
  indexChange(state, session, change)
  const apply = BY_TYPE[change.type] as Apply<ChangeType>
  apply(session, change)
}

/** Updates the indexes over all sessions. */
function indexChange({ prefixes, references }: StoreState, session: SessionState, change: Change): void {
  switch (change.type) {
    case 'messages_added':
      for (const { prefix, revision } of change.messages) if (prefix !== null) prefixes.add(prefix, session, revision)
      return
    case 'messages_dropped':
      for (const key of change.keys) {
        const message = session.messages.get(key)
        if (message?.prefix != null) prefixes.delete(message.prefix, session, message.revision)
      }
      return
    case 'prefixes_added':
      for (const { digest, revision } of change.prefixes) prefixes.add(digest, session, revision)
      return
    case 'change_recorded':
      return prefixes.add(change.change.formerHead, session, null)
    case 'reference_saved':
      return void references.set(change.id, change.sessionID)
    case 'reference_dropped':
      return void references.delete(change.id)
    default:
  }
}

/** Inserts a key into the order by its message's place. */
function insert(order: number[], messages: ReadonlyMap<number, MessageRow>, { key, place }: MessageRow): void {
  if (place === null) return
  const placeAt = (index: number): number => messages.get(order[index]!)!.place!
  let low = 0
  let high = order.length
  // Nearly all messages are appended.
  if (high === 0 || placeAt(high - 1) < place) return void order.push(key)
  while (low < high) {
    const middle = (low + high) >> 1
    if (placeAt(middle) < place) low = middle + 1
    else high = middle
  }
  order.splice(low, 0, key)
}

function keep(order: number[], isKept: (key: number) => boolean): void {
  let length = 0
  for (const key of order) if (isKept(key)) order[length++] = key
  order.length = length
}
