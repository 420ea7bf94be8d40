import { createHash } from 'node:crypto'
import type { Request, RequestId, Result, Task } from '@modelcontextprotocol/sdk/types.js'
import type { ProcessIdentity } from '../../files/process-identity.ts'
import { isRecord } from '../../json/is-record.ts'
import type { Change } from '../../storage/change.ts'
import type { FactNeeds } from '../../storage/facts.ts'
import type { StateRow } from '../../storage/rows.ts'
import { fromJsonText } from '../../storage/to-json-text.ts'

/** What is stored of a task, as plain JSON. */
export interface TaskRow {
  readonly task: Task
  /** The request that the task answers, for whoever finds it interrupted. */
  readonly request: Request
  readonly requestId: RequestId
  /** The process that began it; null: nobody could tell which. */
  readonly process: ProcessIdentity | null
  readonly result?: Result
}

/** Among the state of a session: reserved, so that no agent reads or changes the tasks of others (I15). */
export const taskOwner = '@mcp-task'

/** Where a session keeps the name of whose tasks it holds. */
export const ownerState: { readonly owner: string; readonly key: string } = { owner: '@mcp-tasks', key: 'owner' }

/** All tasks of one owner are in one session: whoever names another owner does not even look where they are. */
export const sessionOf = (owner: string): string =>
  `mcp-tasks-${createHash('sha256').update(owner).digest('hex').slice(0, 32)}`

export const isFinal = ({ status }: Task): boolean =>
  status === 'completed' || status === 'failed' || status === 'cancelled'

/** The facts that a decision about one task needs. */
export const taskNeeds = (sessionID: string, taskId: string): FactNeeds => ({
  sessionID,
  state: { owner: taskOwner, key: taskId },
})

/** The task of a row that has not reached its time. */
export function taskOf(state: StateRow | null, now: number): TaskRow | null {
  if (state === null || (state.expiresAt !== null && state.expiresAt <= now)) return null
  const row = fromJsonText(state.value, 'task')
  return isRecord(row) && isRecord(row['task']) ? (row as unknown as TaskRow) : null
}

/** Keeps a task for its `ttl` from now on. */
export function taskSaved(sessionID: string, row: TaskRow, now: number): Change {
  const { taskId, ttl } = row.task
  const expiresAt = ttl === null ? null : now + ttl
  const entry = { owner: taskOwner, key: taskId, value: JSON.stringify(row), expiresAt, updatedAt: now }
  return { type: 'state_saved', sessionID, entry }
}
