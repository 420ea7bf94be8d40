import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryStore, createSqliteStore, type SessionStore } from '../../src/index.ts'
import { createJournalStore } from '../../src/journal.ts'
import { createTaskStore, type DurableTaskStore, type InterruptedTask } from '../../src/mcp-parts.ts'
import { identifyProcess } from '../../src/files/process-identity.ts'
import { addTask, sweepTasks } from '../../src/mcp/tasks/task-decisions.ts'
import { sessionOf, taskOwner } from '../../src/mcp/tasks/task-row.ts'
import { createPostgresStore } from '../../src/postgres.ts'
import { usePostgres } from '../postgres/postgres-server.ts'
import { tempFolder } from '../files/temp-folder.ts'

const postgres = usePostgres()

/** A store by name: what opens it, and opens it again. */
const places: Readonly<Record<string, (now: () => number) => () => SessionStore>> = {
  memory(now) {
    const store = createMemoryStore({ now })
    return () => store
  },
  SQLite(now) {
    const path = join(tempFolder(), 'tasks.db')
    return () => createSqliteStore(path, { now })
  },
  journal(now) {
    const store = createJournalStore(tempFolder(), { now, durability: 'none' })
    return () => store
  },
  PostgreSQL(now) {
    const schema = postgres.schema()
    return () => createPostgresStore({ pool: postgres.pool(2), schema, now })
  },
}

const request = { method: 'tools/call', params: { name: 'answer', arguments: { q: 1 } } }
const result = { content: [{ type: 'text', text: 'done' }] }

it('looks for tasks beyond their time at each new one, or at the first one only', async () => {
  const memory = createMemoryStore()
  const sweeps: number[] = []
  let created = 0
  const execute: SessionStore['execute'] = (decision, command) => {
    if ((decision as unknown) === sweepTasks) sweeps.push(created)
    return memory.execute(decision, command)
  }
  const tasks = createTaskStore({ ...memory, execute })
  for (; created < 130; created += 1) await tasks.createTask({}, created, request)
  expect(sweeps).toEqual([0, 64, 128])
})

it('tells two servers that start at once of the same interrupted task, or none of them', async () => {
  const store = createMemoryStore()
  const own = await identifyProcess(process.pid)
  const row = {
    task: { taskId: 't1', status: 'working', ttl: null },
    request,
    requestId: 1,
    process: { ...own!, startTime: 'before' },
  } as const
  await store.execute(addTask, { sessionID: sessionOf('ann'), owner: 'ann', row })
  const told = await Promise.all([1, 2].map(() => createTaskStore(store).endInterrupted()))
  expect(told.flat()).toMatchObject([{ owner: 'ann', task: { taskId: 't1', status: 'failed' } }])
})

it.each([{ maxTtlMs: 0 }, { pollMs: 0 }, { pageSize: 0 }, { maxResultSize: 0 }, { owner: 7 }, { size: 1 }])(
  'takes %j for tasks',
  (options) => {
    expect(() => createTaskStore(createMemoryStore(), options as never)).toThrow(/option/)
  },
)

describe.each(Object.entries(places))('a task store on %s', (_name, placeAt) => {
  const place = (now: () => number) => {
    const open = placeAt(now)
    return (): SessionStore => {
      const store = open()
      onTestFinished(() => store.close())
      return store
    }
  }
  let time = 1_700_000_000_000
  const now = (): number => time

  it('forgets a task, its end or its result when the server is started again', async () => {
    const open = place(now)
    const before = createTaskStore(open())
    const { taskId, status, ttl } = await before.createTask({ ttl: 60_000 }, 'r1', request, 's1')
    expect([status, ttl]).toEqual(['working', 60_000])
    expect(taskId).toMatch(/^[\da-f]{32}$/)
    const after = createTaskStore(open())
    await expect(after.getTaskResult(taskId, 's1')).rejects.toMatchObject({ code: 'no_result' })
    time += 5
    await after.updateTaskStatus(taskId, 'input_required', 'asks', 's1')
    await after.storeTaskResult(taskId, 'completed', result, 's1')
    const again = createTaskStore(open())
    expect(await again.getTask(taskId, 's1')).toMatchObject({
      status: 'completed',
      statusMessage: 'asks',
      lastUpdatedAt: new Date(time).toISOString(),
      createdAt: new Date(time - 5).toISOString(),
    })
    expect(await again.getTaskResult(taskId, 's1')).toEqual(result)
  })

  it('shows a task to another owner, or lets that one end it', async () => {
    const open = place(now)
    const store = open()
    const [ann, bob] = [createTaskStore(store, { owner: 'ann' }), createTaskStore(store, { owner: 'bob' })]
    const bySession = createTaskStore(store)
    const { taskId } = await ann.createTask({}, 1, request, 's1')
    // Ann comes back with another protocol session.
    expect(await ann.getTask(taskId, 's2')).toMatchObject({ taskId })
    const strangers: readonly (readonly [DurableTaskStore, string | undefined])[] = [
      [bob, 's1'],
      [bySession, 's1'],
      [bySession, undefined],
    ]
    for (const [stranger, session] of strangers) {
      expect(await stranger.getTask(taskId, session)).toBeNull()
      expect((await stranger.listTasks(undefined, session)).tasks).toEqual([])
      for (const refused of [
        stranger.getTaskResult(taskId, session),
        stranger.updateTaskStatus(taskId, 'cancelled', undefined, session),
        stranger.storeTaskResult(taskId, 'completed', result, session),
      ])
        await expect(refused).rejects.toMatchObject({ code: 'not_found' })
    }
    const [{ sessionID } = { sessionID: '' }] = await store.messages.list()
    expect(await store.state.list(sessionID)).toEqual([])
    await expect(store.state.get(sessionID, taskId, { owner: taskOwner })).rejects.toMatchObject({
      code: 'invalid_value',
    })
    expect(await ann.getTask(taskId)).toMatchObject({ status: 'working' })
  })

  it('lets a task end twice, also when two ask at once', async () => {
    const open = place(now)
    const [one, two] = [createTaskStore(open()), createTaskStore(open())]
    const { taskId } = await one.createTask({}, 1, request)
    const ends = await Promise.allSettled([
      one.storeTaskResult(taskId, 'completed', result),
      two.updateTaskStatus(taskId, 'cancelled', 'no longer wanted'),
    ])
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'final' } })
    const ended = await one.getTask(taskId)
    await expect(one.storeTaskResult(taskId, 'failed', result)).rejects.toMatchObject({ code: 'final' })
    expect(await two.getTask(taskId)).toEqual(ended)
  })

  it('keeps a task beyond its time, for ever because that was asked for, or drops it before', async () => {
    const open = place(now)
    const store = open()
    const tasks = createTaskStore(store, { maxTtlMs: 1_000 })
    const kept = await Promise.all(
      [10, undefined, null].map((ttl) => tasks.createTask(ttl === undefined ? {} : { ttl }, 1, request)),
    )
    expect(kept.map(({ ttl }) => ttl)).toEqual([10, 1_000, 1_000])
    time += 10
    expect(await tasks.getTask(kept[0]!.taskId)).toBeNull()
    await expect(tasks.storeTaskResult(kept[0]!.taskId, 'completed', result)).rejects.toMatchObject({
      code: 'not_found',
    })
    time += 989
    await tasks.storeTaskResult(kept[1]!.taskId, 'completed', result)
    time += 999
    expect((await tasks.listTasks()).tasks.map(({ taskId }) => taskId)).toEqual([kept[1]!.taskId])
    time += 1
    expect((await tasks.listTasks()).tasks).toEqual([])
    await createTaskStore(store).createTask({}, 2, request)
    const owned = await Promise.all(kept.map(({ taskId }) => store.statesNamed(taskOwner, taskId)))
    expect(owned.flat()).toEqual([])
  })

  it('shows a task on two pages or on none, also when tasks go between them', async () => {
    const tasks = createTaskStore(place(now)(), { pageSize: 2 })
    const ids: string[] = []
    for (const step of [0, 0, 1, 0, 1]) {
      time += step
      ids.push((await tasks.createTask({ ttl: ids.length === 1 ? 5 : 1_000 }, 1, request)).taskId)
    }
    const first = await tasks.listTasks()
    expect(first.tasks).toHaveLength(2)
    // The task on which the cursor stands may be the one that goes.
    time += 5
    const second = await tasks.listTasks(first.nextCursor)
    const third = await tasks.listTasks(second.nextCursor)
    expect(third.nextCursor).toBeUndefined()
    const seen = [...first.tasks, ...second.tasks, ...third.tasks].map(({ taskId }) => taskId)
    expect(seen.toSorted()).toEqual(ids.toSorted())
    const after = Buffer.from(first.nextCursor!, 'base64url').toString()
    const near = [`x${after}`, `${after}x`, after.replace('Z ', ' ')].map((text) =>
      Buffer.from(text).toString('base64url'),
    )
    for (const cursor of ['', 'x', ids[0]!, `${first.nextCursor}x`, ...near])
      await expect(tasks.listTasks(cursor)).rejects.toMatchObject({ code: 'bad_cursor' })
  })

  it('ends a task of a process that runs, or takes a result without bounds', async () => {
    const tasks = createTaskStore(place(now)(), { maxResultSize: 100 })
    const { taskId } = await tasks.createTask({}, 1, request, 's1')
    expect(await tasks.endInterrupted()).toEqual([])
    const huge = { content: [{ type: 'text', text: 'x'.repeat(100) }] }
    await expect(tasks.storeTaskResult(taskId, 'completed', huge, 's1')).rejects.toMatchObject({ code: 'too_large' })
    expect(await tasks.getTask(taskId, 's1')).toMatchObject({ status: 'working' })
    expect(() => createTaskStore(createMemoryStore(), { maxTtlMs: 0 })).toThrow(/maxTtlMs.*whole number/)
  })
})

interface Started {
  readonly child: ChildProcess
  readonly url: string
  readonly interrupted: readonly InterruptedTask[]
}

async function startServer(database: string, port = '0'): Promise<Started> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'task-server.ts'), database, port], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  return { child, ...JSON.parse(line.toString()) }
}

async function connect(url: string, owner: string): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' })
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers: { authorization: owner } },
  })
  // The old package's optional fields are not exact.
  await client.connect(transport as Parameters<Client['connect']>[0])
  onTestFinished(() => client.close())
  return client
}

const resultOf = (client: Client, taskId: string) =>
  client.experimental.tasks.getTaskResult(taskId, CallToolResultSchema)

/** Calls the tool, and goes away as soon as there is a task. */
async function begin(client: Client, afterMs: number): Promise<string> {
  const call = client.experimental.tasks.callToolStream({ name: 'answer', arguments: { afterMs } }, undefined, {
    task: { ttl: 600_000 },
  })
  for await (const message of call) {
    if (message.type === 'taskCreated') return message.task.taskId
    if (message.type === 'error') throw message.error
  }
  throw new Error('There is no task.')
}

describe('a server of 2025 that is killed', () => {
  it('loses answers of tasks that had ended, runs the others again, or leaves their clients waiting', async () => {
    const database = join(tempFolder(), 'tasks.db')
    const before = await startServer(database)
    const ann = await connect(before.url, 'ann')
    const whole = await begin(ann, 0)
    expect(await resultOf(ann, whole)).toMatchObject({ content: [{ text: 'answer after 0' }] })
    const dropped = await begin(ann, 3_600_000)
    expect(await ann.experimental.tasks.cancelTask(dropped)).toMatchObject({ status: 'cancelled' })
    const cut = await begin(ann, 3_600_000)
    const waiting = resultOf(ann, cut)
    // Told to fail before it is awaited.
    waiting.catch(() => undefined)
    before.child.kill('SIGKILL')
    await once(before.child, 'exit')
    await expect(waiting).rejects.toThrow(/fetch failed|terminated|closed/i)

    const after = await startServer(database, new URL(before.url).port)
    expect(after.interrupted).toMatchObject([
      { owner: 'ann', task: { taskId: cut, status: 'failed' }, request: { method: 'tools/call' } },
    ])
    const again = await connect(after.url, 'ann')
    expect(await resultOf(again, whole)).toMatchObject({ content: [{ text: 'answer after 0' }] })
    expect(await again.experimental.tasks.getTask(cut)).toMatchObject({ status: 'failed' })
    expect(await resultOf(again, cut)).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('not known') }],
    })
    expect(await again.experimental.tasks.getTask(dropped)).toMatchObject({ status: 'cancelled' })
    expect((await again.experimental.tasks.listTasks()).tasks.map(({ taskId }) => taskId)).toEqual([
      whole,
      dropped,
      cut,
    ])
    const bob = await connect(after.url, 'bob')
    expect((await bob.experimental.tasks.listTasks()).tasks).toEqual([])
    await expect(bob.experimental.tasks.getTask(whole)).rejects.toThrow(/not found/i)
  })
})
