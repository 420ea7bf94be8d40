import type { Change, ChangeType } from '../change.ts'
import { encodeText } from '../encode-text.ts'
import {
  changeColumns,
  leaseColumns,
  messageColumns,
  partColumns,
  sessionColumns,
  stateColumns,
  toColumns,
  toRecord,
  turnColumns,
} from './columns.ts'

type Encode<Type extends ChangeType> = (change: Extract<Change, { type: Type }>, session: string) => unknown

/** Each change as the row that `write_session` expects. */
const ENCODE: { readonly [Type in ChangeType]: Encode<Type> } = {
  session_saved: ({ session }) => toRecord(sessionColumns, session),
  session_removed: ({ session }) => toColumns(sessionColumns, session),
  messages_added: ({ messages }, session) =>
    messages.map((message) => ({ session, ...toColumns(messageColumns, message) })),
  messages_placed: ({ places }) => places.map(([key, place]) => ({ key, place })),
  messages_dropped: ({ keys }) => keys.map((key) => ({ key })),
  prefixes_added: ({ prefixes }, session) => prefixes.map(({ digest, revision }) => ({ session, digest, revision })),
  change_recorded: ({ change }, session) => ({ session, ...toColumns(changeColumns, change) }),
  change_undone: ({ revision, undoneBy }) => ({ revision, undone_by: undoneBy }),
  part_saved: ({ part }, session) => ({ session, ...toColumns(partColumns, part) }),
  turn_saved: ({ turn }, session) => ({ session, ...toColumns(turnColumns, turn) }),
  state_saved: ({ entry }, session) => ({ session, ...toColumns(stateColumns, entry) }),
  state_cleared: ({ owner, key }) => ({ owner: encodeText(owner), key: encodeText(key) }),
  lease_saved: ({ lease }) => toColumns(leaseColumns, lease),
  attempt_added: ({ fingerprint, rung }, session) => ({
    session,
    fingerprint: encodeText(fingerprint),
    rung: encodeText(rung),
  }),
  attempts_cleared: () => null,
  reference_saved: ({ id }, session) => ({ session, id: encodeText(id) }),
  reference_dropped: ({ id }) => ({ id: encodeText(id) }),
}

/** The changes of one decision as `p_row`, `p_messages` and `p_changes` of `write_session`; null where there are none. */
export function encodeChanges(changes: readonly Change[]): readonly [row: unknown, messages: unknown, rest: unknown] {
  const left = changes.map((change) => {
    const encode = ENCODE[change.type] as Encode<ChangeType>
    return { type: change.type, row: encode(change, encodeText(change.sessionID)) }
  })
  const row = left[0]?.type === 'session_saved' ? left.shift()?.row : null
  const messages = left[0]?.type === 'messages_added' ? JSON.stringify(left.shift()?.row) : null
  return [row, messages, left.length > 0 ? JSON.stringify(left) : null]
}
