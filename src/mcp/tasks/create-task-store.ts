import { randomBytes } from 'node:crypto'
import type { TaskStore } from '@modelcontextprotocol/sdk/experimental/tasks'
import type { Request, RequestId, Result, Task } from '@modelcontextprotocol/sdk/types.js'
import { checkArgument, checkOptions, optional, wholeNumber } from '../../errors/check-options.ts'
import { identifyProcess, isOfThisMachine, isSameProcess, type ProcessIdentity } from '../../files/process-identity.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import { storeRule } from '../../storage/store-rule.ts'
import { fromJsonText } from '../../storage/to-json-text.ts'
import { addTask, changeTask, type ChangeTaskCommand, findTask, findTasks, sweepTasks } from './task-decisions.ts'
import { TaskError } from './task-error.ts'
import { pageOf } from './task-page.ts'
import { isFinal, ownerState, sessionOf, type TaskRow } from './task-row.ts'

/** Whose tasks a store keeps, how long, and how large a result may be. */
export interface TaskStoreOptions {
  /**
   * Whose tasks these are: the user that the server has authenticated. Others neither find nor list them, and they survive a new
   * protocol session. Default: the protocol session of each call, with which its tasks are out of reach.
   */
  readonly owner?: string
  /** The longest time that a task is kept after it began, and again after it ended; ms. Also for a client that asks for ever. Default a day. */
  readonly maxTtlMs?: number
  /** What clients are told about how often to ask; ms. Default 1000. */
  readonly pollMs?: number
  /** Tasks on a page of the list. Default 50. */
  readonly pageSize?: number
  /** Characters of JSON that a result may have. Default 1 Mi. */
  readonly maxResultSize?: number
}

/** A task that ended with its process. */
export interface InterruptedTask {
  readonly task: Task
  readonly request: Request
  readonly requestId: RequestId
  readonly owner: string
}

/** The `TaskStore` of `@modelcontextprotocol/sdk` 1.x over a session store. Its methods throw {@link TaskError}. */
export interface DurableTaskStore extends TaskStore {
  /**
   * For the start of a server: tasks of processes of this machine that do not run any more become `failed`, so that nobody waits for
   * them for ever. They are returned with their requests, of all owners. None is run again: what it had done is not known (I16).
   */
  endInterrupted(): Promise<InterruptedTask[]>
}

const rules = {
  owner: optional<string>('string'),
  maxTtlMs: wholeNumber(1, 24 * 3_600_000),
  pollMs: wholeNumber(1, 1000),
  pageSize: wholeNumber(1, 50),
  maxResultSize: wholeNumber(1, 2 ** 20),
}

/** After so many new tasks those that have reached their time are taken out. */
const sweepEvery = 64

const interrupted = 'The server ended while this task ran. What it has done is not known: check before asking again.'

/**
 * Tasks that outlive the server (Tasks extension of 2025-11-25): each step is durable before it is answered, the first end of a task is
 * its only one, and whoever is not the owner finds nothing.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const tasks = createTaskStore(createSqliteStore('tasks.db'), { owner: user })
 * await tasks.endInterrupted()
 * new McpServer(info, { capabilities: { tasks: { list: {}, cancel: {}, requests: { tools: { call: {} } } } }, taskStore: tasks })
 */
export function createTaskStore(store: SessionStore, options: TaskStoreOptions = {}): DurableTaskStore {
  checkArgument('store', store, storeRule)
  const { owner, maxTtlMs, pollMs, pageSize, maxResultSize } = checkOptions(options, rules)
  const ownerOf = (sessionId: string | undefined): string => owner ?? sessionId ?? ''
  let created = 0
  let self: Promise<ProcessIdentity | null> | undefined
  const identify = (): Promise<ProcessIdentity | null> =>
    (self ??= identifyProcess(process.pid).then((identity) => identity ?? null))

  const find = async (taskId: string, sessionId: string | undefined): Promise<TaskRow | null> =>
    store.execute(findTask, { sessionID: sessionOf(ownerOf(sessionId)), taskId })
  const change = async (command: ChangeTaskCommand): Promise<void> => {
    const changed = await store.execute(changeTask, command)
    if (!('refused' in changed)) return
    if (changed.refused === 'not_found') throw notFound(command.taskId)
    throw new TaskError('final', `Task ${command.taskId} has ended (${changed.status}) and does not change any more.`)
  }

  return {
    async createTask({ ttl, pollInterval }, requestId, request, sessionId) {
      const task = {
        taskId: randomBytes(16).toString('hex'),
        status: 'working' as const,
        ttl: Math.min(ttl ?? maxTtlMs, maxTtlMs),
        pollInterval: pollInterval ?? pollMs,
      }
      const name = ownerOf(sessionId)
      if (created % sweepEvery === 0) await store.execute(sweepTasks, { sessionID: sessionOf(name) })
      created += 1
      const row = { task, request, requestId, process: await identify() }
      return store.execute(addTask, { sessionID: sessionOf(name), owner: name, row })
    },
    async getTask(taskId, sessionId) {
      return (await find(taskId, sessionId))?.task ?? null
    },
    async storeTaskResult(taskId, status, result, sessionId) {
      const size = JSON.stringify(result).length
      if (size > maxResultSize)
        throw new TaskError('too_large', `The result has ${size} characters of JSON; ${maxResultSize} are allowed.`)
      await change({ sessionID: sessionOf(ownerOf(sessionId)), taskId, status, statusMessage: undefined, result })
    },
    async getTaskResult(taskId, sessionId) {
      const row = await find(taskId, sessionId)
      if (row === null) throw notFound(taskId)
      if (row.result !== undefined) return row.result
      throw new TaskError('no_result', `Task ${taskId} is ${row.task.status} and has no result.`)
    },
    async updateTaskStatus(taskId, status, statusMessage, sessionId) {
      await change({ sessionID: sessionOf(ownerOf(sessionId)), taskId, status, statusMessage, result: undefined })
    },
    async listTasks(cursor, sessionId) {
      const rows = await store.execute(findTasks, { sessionID: sessionOf(ownerOf(sessionId)) })
      return pageOf(
        rows.map(({ task }) => task),
        cursor,
        pageSize,
      )
    },
    async endInterrupted() {
      if ((await identify()) === null) return []
      const ended: InterruptedTask[] = []
      for (const { sessionID, state } of await store.statesNamed(ownerState.owner, ownerState.key))
        for (const { task, request, requestId, process: of } of await store.execute(findTasks, { sessionID })) {
          if (isFinal(task) || of === null || !(await isOfThisMachine(of)) || (await isSameProcess(of))) continue
          const result: Result = { content: [{ type: 'text', text: interrupted }], isError: true }
          const command = {
            sessionID,
            taskId: task.taskId,
            status: 'failed',
            statusMessage: interrupted,
            result,
            of,
          } as const
          const changed = await store.execute(changeTask, command)
          if ('refused' in changed) continue
          const name = String(fromJsonText(state.value, 'owner of tasks'))
          ended.push({ task: changed.row.task, request, requestId, owner: name })
        }
      return ended
    },
  }
}

const notFound = (taskId: string): TaskError =>
  new TaskError('not_found', `There is no task ${JSON.stringify(taskId.slice(0, 64))}, or it has reached its time.`)
