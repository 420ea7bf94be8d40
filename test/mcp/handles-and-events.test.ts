import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createMemoryStore, createSqliteStore } from '../../src/index.ts'
import {
  createEventStore,
  createStateHandles,
  createTaskStore,
  isSessionLost,
  McpSessionLostError,
  reconnectingClient,
  type McpClientLike,
  type ReconnectingClient,
} from '../../src/mcp-parts.ts'
import { tempFolder } from '../files/temp-folder.ts'

const message = (id: number): JSONRPCMessage => ({ jsonrpc: '2.0', id, result: { n: id } })

describe('state handles', () => {
  it('can be guessed, used by another owner, or used after their time', async () => {
    let time = 1_000_000
    const store = createMemoryStore({ now: () => time })
    const handles = createStateHandles(store, { now: () => time })
    const handle = await handles.issue({ owner: 'ann', ttlMs: 1000 })
    expect(await handles.resolve(handle, { owner: 'ann' })).toMatchObject({ found: true })
    expect(await handles.resolve(handle, { owner: 'bob' })).toEqual({ found: false, why: 'denied' })
    expect(await handles.resolve(handle)).toEqual({ found: false, why: 'denied' })
    for (const guess of ['', 'srh_', handle.slice(0, -1), `${handle}x`, `srh_${'A'.repeat(32)}`]) {
      expect(await handles.resolve(guess, { owner: 'ann' })).toEqual({ found: false, why: 'unknown' })
    }
    time += 1000
    expect(await handles.resolve(handle, { owner: 'ann' })).toEqual({ found: false, why: 'expired' })
    expect(JSON.stringify(await store.messages.list())).not.toContain(handle)
  })

  it('are shared by two clients, or outlive their end', async () => {
    const handles = createStateHandles(createMemoryStore())
    const [first, second] = [await handles.issue(), await handles.issue()]
    const [one, two] = [await handles.resolve(first), await handles.resolve(second)]
    expect(one.found && two.found && one.sessionID !== two.sessionID).toBe(true)
    expect(await handles.revoke(first)).toBe(true)
    expect(await handles.revoke(first)).toBe(false)
    expect(await handles.resolve(first)).toEqual({ found: false, why: 'unknown' })
    expect(await handles.resolve(second)).toMatchObject({ found: true })
  })
})

it('looks for tasks, handles or events elsewhere than a former release has put them', async () => {
  const store = createMemoryStore()
  const tasks = createTaskStore(store, { owner: 'ann' })
  const { taskId, pollInterval } = await tasks.createTask({}, 1, { method: 'tools/call' })
  const { pollInterval: asked } = await tasks.createTask({ pollInterval: 7 }, 2, { method: 'tools/call' })
  expect([pollInterval, asked]).toEqual([1_000, 7])
  expect(await store.statesNamed('@mcp-task', taskId)).toHaveLength(1)
  expect(await store.statesNamed('@mcp-tasks', 'owner')).toMatchObject([{ state: { value: '"ann"' } }])
  await createEventStore(store).storeEvent('s/1', message(1))
  const handle = await createStateHandles(store).issue()
  const digest = createHash('sha256').update(handle).digest('hex')
  const held = await store.state.get(`handle-${digest.slice(0, 32)}`, 'handle', { owner: 'mcp-handle' })
  expect(held).toMatchObject({ found: true, value: { owner: null, expiresAt: null } })
  const ids = (await store.messages.list()).map(({ sessionID }) => sessionID)
  expect(ids.sort()).toEqual([
    `handle-${digest.slice(0, 32)}`,
    'mcp-stream-s/1',
    'mcp-tasks-49915e0d7d4b402e3017d010bc1c0e83',
  ])
})

describe('an event store', () => {
  it('forgets what it sent when the server is started again, or replays of another stream', async () => {
    const folder = tempFolder()
    const path = join(folder, 'events.db')
    const before = createSqliteStore(path)
    const ids: string[] = []
    for (let id = 0; id < 4; id += 1) {
      ids.push(await createEventStore(before).storeEvent('s_1/ä', message(id)))
      await createEventStore(before).storeEvent('other', message(100 + id))
    }
    await before.close()
    const after = createSqliteStore(path)
    onTestFinished(() => after.close())
    const events = createEventStore(after)
    const replay = async (last: string): Promise<[string[], string]> => {
      const sent: string[] = []
      const stream = await events.replayEventsAfter(last, {
        send: async (id, raw) => void sent.push(`${ids.indexOf(id)}:${JSON.stringify(raw)}`),
      })
      return [sent, stream]
    }
    expect(await replay(ids[1]!)).toEqual([
      [`2:${JSON.stringify(message(2))}`, `3:${JSON.stringify(message(3))}`],
      's_1/ä',
    ])
    expect(await replay(ids[3]!)).toEqual([[], 's_1/ä'])
    expect(await events.getStreamIdForEventId?.(ids[0]!)).toBe('s_1/ä')
    for (const unknown of ['', 'x', '%zz_1', `${ids[0]!}x`, 'none_00000000-0000-0000-0000-000000000000'])
      await expect(replay(unknown)).rejects.toThrow(/begin a new stream/)
  })
})

describe('a client that reconnects', () => {
  const gone = (): Error => Object.assign(new Error('Error POSTing to endpoint: Session not found'), { code: 404 })

  /** An error below so many others. */
  const causedBy = (cause: Error, depth: number): Error =>
    depth === 0 ? cause : new Error('x', { cause: causedBy(cause, depth - 1) })

  it.each([
    ['closed', (client: ReconnectingClient<McpClientLike>): Promise<unknown> => client.close()],
    [
      'forgotten',
      (client: ReconnectingClient<McpClientLike>): Promise<unknown> =>
        client.use(() => Promise.reject(gone())).catch(() => undefined),
    ],
  ] as const)('is left before it has said goodbye, or because it could not: %s', async (how, leave) => {
    const goodbye = Promise.withResolvers<void>()
    const client = reconnectingClient(async () => ({ close: () => goodbye.promise }))
    await client.use(async () => 1)
    const ended: string[] = []
    const closing = leave(client).then(() => ended.push(how))
    await new Promise((resolve) => setImmediate(resolve))
    ended.push('said')
    goodbye.reject(new Error('the server has gone'))
    await closing
    expect(ended).toEqual(['said', how])
    await client.close()
  })

  it('repeats the call that was lost, or initialises more than once', async () => {
    let connections = 0
    const client = reconnectingClient(async () => ({ number: (connections += 1), close: async () => {} }))
    const seen: number[] = []
    const work = async ({ number }: { number: number }): Promise<number> => {
      seen.push(number)
      if (number === 1) throw gone()
      return number
    }
    const both = await Promise.allSettled([client.use(work), client.use(work)])
    expect(both.map((each) => each.status === 'rejected' && each.reason instanceof McpSessionLostError)).toEqual([
      true,
      true,
    ])
    expect(await Promise.all([client.use(work), client.use(work)])).toEqual([2, 2])
    expect(seen).toEqual([1, 1, 2, 2])
  })

  it('drops its session for an error of the tool, or keeps a connection that failed', async () => {
    let connections = 0
    const client = reconnectingClient(async () => {
      connections += 1
      if (connections === 1) throw new Error('ECONNREFUSED')
      return { close: async () => {} }
    })
    await expect(client.use(async () => 1)).rejects.toThrow('ECONNREFUSED')
    const wrong = new Error('Invalid arguments for tool x')
    await expect(client.use(() => Promise.reject(wrong))).rejects.toBe(wrong)
    expect(await client.use(async () => 2)).toBe(2)
    expect(connections).toBe(2)
  })

  it.each([
    [gone(), true],
    [new Error('Bad Request: Server not initialized'), true],
    [new Error('Unknown session'), true],
    [new Error('Bad Request: No valid session ID provided'), true],
    [new Error('Bad Request: Mcp-Session-Id header is required'), true],
    [new Error('Session ID is none of ours'), true],
    [new TypeError('fetch failed'), true],
    [Object.assign(new Error('x'), { status: 404 }), true],
    [Object.assign(new Error('x'), { code: 404 }), true],
    [Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), true],
    [Object.assign(new Error('x'), { code: 'ECONNRESET' }), true],
    [Object.assign(new Error('x'), { code: 'ConnectionClosed' }), true],
    [Object.assign(new Error('x'), { code: -32_000 }), true],
    [Object.assign(new Error('x'), { code: -32_602 }), false],
    [causedBy(gone(), 4), true],
    [causedBy(gone(), 5), false],
    [new TypeError('fetch failed', { cause: Object.assign(new Error('x'), { code: 'ECONNREFUSED' }) }), true],
    [Object.assign(new Error('Unauthorized'), { code: 401 }), false],
    [new Error('The author of the session was not given'), false],
    ['Session not found', false],
  ])('takes %s for what it is not', (error, expected) => {
    expect(isSessionLost(error)).toBe(expected)
  })
})
