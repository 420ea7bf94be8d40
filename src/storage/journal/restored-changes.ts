import type { Change } from '../change.ts'
import type { SessionRow } from '../rows.ts'
import { changesOf } from '../state/changes-of.ts'
import type { SessionState } from '../state/session-state.ts'
import type { StoreState } from '../state/store-state.ts'

/** The changes that restore an earlier state in a new epoch. Keys and revisions go on from the present ones: none is given twice. */
export function restoredChanges(
  past: StoreState,
  former: SessionState,
  {
    current,
    epoch,
    updatedAt,
  }: { readonly current: SessionRow | undefined; readonly epoch: number; readonly updatedAt: number },
): Change[] {
  const { row } = former
  const { sessionID } = row
  const known = [row, current ?? row]
  const floor = Math.max(...known.flatMap((each) => [each.floor, each.revision]))
  const nextKey = Math.max(...known.map((each) => each.nextKey))
  former.row = { ...row, epoch, revision: floor + 1, floor, nextKey, updatedAt }
  past.leases.delete(sessionID)
  return changesOf(past, sessionID)
}
