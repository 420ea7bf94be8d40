import type { Edit } from '../transcript/edit.ts'
import { type EditInput, transact } from './decisions/transact.ts'
import { undo } from './decisions/undo.ts'
import { attemptsOver } from './over/attempts-over.ts'
import { withCheckedNames } from './over/checked-names.ts'
import { executeOn } from './over/execute.ts'
import { leasesOver } from './over/leases-over.ts'
import { messagesOver } from './over/messages-over.ts'
import { partsOver } from './over/parts-over.ts'
import { stateOver } from './over/state-over.ts'
import { turnsOver } from './over/turns-over.ts'
import { messageDigest } from './prefix-digests.ts'
import { checkedClock } from './rules/checked-clock.ts'
import { checked, checkedList } from './rules/checked.ts'
import { bySessionID } from './rules/listing-order.ts'
import { toMessageInput } from './rules/message-rows.ts'
import type { SessionStore } from './session-store.ts'
import type { StoreBackend } from './store-backend.ts'
import { toJsonText } from './to-json-text.ts'

/**
 * The store over a backend. Each method turns its arguments into a command of plain JSON before anything asynchronous happens,
 * and runs it on the backend with the decision for it.
 */
export function storeOver(given: StoreBackend, clock: () => number): SessionStore {
  const backend = withCheckedNames(given)
  const now = checkedClock(clock)
  const execute = executeOn(backend, now)
  const close = (): Promise<void> => backend.close()
  return {
    messages: messagesOver(backend, execute),
    parts: partsOver(backend, execute),
    turns: turnsOver(backend, execute),
    state: stateOver(backend, execute, now),
    leases: leasesOver(backend, execute, now),
    attempts: attemptsOver(execute),
    async transact(sessionID, edits, options) {
      const { expect, meta, lease } = checked(options, 'expect')
      const text = meta === undefined ? null : toJsonText(meta, 'meta of a transaction')
      return execute(transact, {
        sessionID,
        edits: checkedList('edits', edits).map(toEditInput),
        expect,
        meta: text,
        lease,
      })
    },
    execute,
    statesNamed: async (owner, key) => (await backend.statesNamed(owner, key)).toSorted(bySessionID),
    undo: async (sessionID, undoId, options) =>
      execute(undo, { sessionID, undoId: undoId ?? null, lease: checked(options).lease }),
    close,
    [Symbol.asyncDispose]: close,
  }
}

function toEditInput(edit: Edit): EditInput {
  const { op, index, because, loss } = edit
  return {
    op,
    index,
    because,
    loss,
    before: edit.op === 'insert' ? null : messageDigest(edit.before),
    after: edit.op === 'remove' ? null : toMessageInput({ raw: edit.after }),
  }
}
