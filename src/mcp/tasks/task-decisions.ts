import type { Result, Task } from '@modelcontextprotocol/sdk/types.js'
import { type ProcessIdentity } from '../../files/process-identity.ts'
import { isSameJson } from '../../json/is-same-json.ts'
import { type Decision, unchanged } from '../../storage/decision.ts'
import { ensureSession } from '../../storage/rules/session-rules.ts'
import { isFinal, ownerState, taskNeeds, taskOf, taskOwner, type TaskRow, taskSaved } from './task-row.ts'

interface OfTask {
  readonly sessionID: string
  readonly taskId: string
}

export interface AddTaskCommand {
  readonly sessionID: string
  readonly owner: string
  readonly row: Omit<TaskRow, 'task'> & { readonly task: Omit<Task, 'createdAt' | 'lastUpdatedAt'> }
}

/** A task that works from now on. Costs what is new: the other tasks, with their results, are not read. */
export const addTask: Decision<AddTaskCommand, Task> = {
  needs: ({ sessionID }) => ({ sessionID, state: ownerState }),
  decide(facts, { sessionID, owner, row }, now) {
    const createdAt = new Date(now).toISOString()
    const task = { ...row.task, createdAt, lastUpdatedAt: createdAt }
    const name = { ...ownerState, value: JSON.stringify(owner), expiresAt: null, updatedAt: now }
    return {
      changes: [
        ...ensureSession(facts, sessionID, now),
        ...(facts.state !== null ? [] : [{ type: 'state_saved' as const, sessionID, entry: name }]),
        taskSaved(sessionID, { ...row, task }, now),
      ],
      result: task,
    }
  },
}

/** Takes out what has reached its time. */
export const sweepTasks: Decision<Pick<OfTask, 'sessionID'>, void> = {
  needs: ({ sessionID }) => ({ sessionID, states: true }),
  decide({ states }, { sessionID }, now) {
    const expired = states.filter(({ expiresAt }) => expiresAt !== null && expiresAt <= now)
    const changes = expired.map(({ owner, key }) => ({ type: 'state_cleared' as const, sessionID, owner, key }))
    return { changes, result: undefined }
  },
}

export const findTask: Decision<OfTask, TaskRow | null> = {
  needs: ({ sessionID, taskId }) => taskNeeds(sessionID, taskId),
  decide: ({ state }, _command, now) => unchanged(taskOf(state, now)),
}

/** All tasks of an owner, oldest first. */
export const findTasks: Decision<Pick<OfTask, 'sessionID'>, readonly TaskRow[]> = {
  needs: ({ sessionID }) => ({ sessionID, states: true }),
  decide: ({ states }, _command, now) =>
    unchanged(states.filter((state) => state.owner === taskOwner).flatMap((state) => taskOf(state, now) ?? [])),
}

export interface ChangeTaskCommand extends OfTask {
  readonly status: Task['status']
  readonly statusMessage: string | undefined
  readonly result: Result | undefined
  /** Only while it is still that process's. */
  readonly of?: ProcessIdentity
}

/** What a change came to: `final` is how it had ended before. */
export type ChangedTask =
  | { readonly row: TaskRow }
  | { readonly refused: 'not_found' }
  | { readonly refused: 'final'; readonly status: string }

/** One step of a task; the first end is the end, also when two ask at once. */
export const changeTask: Decision<ChangeTaskCommand, ChangedTask> = {
  needs: ({ sessionID, taskId }) => taskNeeds(sessionID, taskId),
  decide({ state }, { sessionID, status, statusMessage, result, of }, now) {
    const found = taskOf(state, now)
    if (found === null || (of !== undefined && !isSameJson(found.process, of)))
      return unchanged<ChangedTask>({ refused: 'not_found' })
    if (isFinal(found.task)) return unchanged<ChangedTask>({ refused: 'final', status: found.task.status })
    const row: TaskRow = {
      ...found,
      task: {
        ...found.task,
        status,
        lastUpdatedAt: new Date(now).toISOString(),
        ...(statusMessage !== undefined && { statusMessage }),
      },
      ...(result !== undefined && { result }),
    }
    return { changes: [taskSaved(sessionID, row, now)], result: { row } }
  },
}
