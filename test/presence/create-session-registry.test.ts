import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { identifyProcess, type ProcessIdentity } from '../../src/files/process-identity.ts'
import { createMemoryStore, type SessionStore } from '../../src/index.ts'
import { createSessionRegistry, type RegistryOptions, type SessionRegistry } from '../../src/presence.ts'
import { isSame, openPresence } from '../../src/presence/decisions/open-presence.ts'
import { sweepPresence } from '../../src/presence/decisions/sweep-presence.ts'
import { presenceSaved } from '../../src/presence/presence-row.ts'
import { resolveRegistryOptions } from '../../src/presence/registry-options.ts'
import { StoreError } from '../../src/storage/store-error.ts'

const start = 1_000_000_000_000
let time = start
const now = (): number => time
const self = (await identifyProcess(process.pid))!

function registryOf(options: RegistryOptions = {}): { store: SessionStore; registry: SessionRegistry } {
  const store = createMemoryStore({ now })
  return { store, registry: createSessionRegistry(store, { now, ...options }) }
}

beforeEach(() => {
  time = start
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('a listed session lacks something that was said of it, or a goodbye is not told', async () => {
  const { registry } = registryOf()
  await registry.open('bare', { owner: 'a' })
  time += 5
  const full = await registry.open('full', { owner: 'b', transport: { port: 1 }, cwd: '/w', metadata: { x: 1 } })
  time += 7
  await full.disconnect()
  time += 1
  expect(await registry.list()).toEqual([
    {
      sessionID: 'full',
      status: 'disconnected',
      owner: 'b',
      token: full.token,
      openedAt: start + 5,
      lastHeartbeat: start + 5,
      disconnectedAt: start + 12,
      until: start + 5 + 90_000,
      attempts: 0,
      transport: { port: 1 },
      cwd: '/w',
      metadata: { x: 1 },
    },
    {
      sessionID: 'bare',
      status: 'active',
      owner: 'a',
      token: 1,
      openedAt: start,
      lastHeartbeat: start,
      disconnectedAt: null,
      until: start + 90_000,
      attempts: 0,
      transport: null,
      cwd: null,
      metadata: null,
    },
  ])
})

test('what a session hands to the store passes without a look, or is named as something else', async () => {
  const seen: unknown[] = []
  const redact: RegistryOptions['redact'] = (value, place) => {
    seen.push([value, place])
    return value === null ? undefined : value
  }
  const { registry } = registryOf({ redact, maxSize: 7 })
  const session = await registry.open('s', { owner: 'a', transport: 'abcde', metadata: null })
  await session.state.set('k', '12345')
  expect(seen).toEqual([
    ['abcde', { sessionID: 's', field: 'transport' }],
    [null, { sessionID: 's', field: 'metadata' }],
    ['12345', { sessionID: 's', field: 'state.k' }],
  ])
  await expect(session.state.set('k', '123456')).rejects.toMatchObject({ code: 'invalid_options' })
  expect(await session.state.get('k')).toMatchObject({ found: true, value: '12345' })
})

test('a session that another has writes or takes back the state, or says goodbye for its heir', async () => {
  const { registry } = registryOf()
  const first = await registry.open('s', { owner: 'a' })
  await first.state.set('k', 1)
  expect(first.lost.aborted).toBe(false)
  expect(await first.disconnect()).toBe(true)
  expect(first.lost.aborted).toBe(true)
  const claim = await registry.claim('s', { owner: 'b' })
  expect(claim).toMatchObject({ ok: true, session: { sessionID: 's', owner: 'b', attempts: 1 } })
  await expect(first.state.set('k', 2)).rejects.toMatchObject({ code: 'lease_lost' })
  await expect(first.state.clear('k')).rejects.toMatchObject({ code: 'lease_lost' })
  expect(await first.state.get('k')).toMatchObject({ value: 1 })
  expect([await first.disconnect(), await first.close()]).toEqual([false, false])
  expect((await registry.list({ status: 'active' })).map(({ owner }) => owner)).toEqual(['b'])
})

test('a session without a name is claimed', async () => {
  const { registry } = registryOf()
  for (const [sessionID, owner] of [
    ['', 'a'],
    ['s', ''],
    [7, 'a'],
  ] as [string, string][])
    await expect(registry.claim(sessionID, { owner })).rejects.toMatchObject({ code: 'invalid_options' })
})

describe('the process of an owner', () => {
  const others: readonly (readonly [what: string, Partial<ProcessIdentity>, status: string])[] = [
    ['that is this one', {}, 'active'],
    ['of which another has the number now', { startTime: '1' }, 'disconnected'],
    ['from before the machine began anew', { bootId: 'before' }, 'disconnected'],
    ['on another machine', { host: 'elsewhere', startTime: '1' }, 'active'],
    // Without an id of its own (containers) a machine is known by its name alone.
    ...(self.machine === undefined
      ? []
      : [['on another machine of this name', { bootId: 'other', machine: 'other' }, 'active'] as const]),
  ]
  test.each(others)('%s is judged wrongly', async (_, changed, status) => {
    const { registry, store } = registryOf()
    const given = { sessionID: 's', owner: 'a', ttlMs: 90_000, graceMs: 600_000, proof: null, gone: null }
    const process = { ...self, ...changed }
    const said = { transport: null, cwd: null, metadata: null, at: { wallMs: time, boot: null } }
    await store.execute(openPresence, { ...given, ...said, process })
    expect(await registry.list()).toMatchObject([{ status }])
    const opening = registry.open('s', { owner: 'b' })
    await expect(opening).rejects.toMatchObject({ code: status === 'active' ? 'alive' : 'recoverable' })
    expect((await registry.claim('s', { owner: 'b' })).ok).toBe(status !== 'active')
  })
  test.each(['host', 'bootId', 'pid', 'startTime'] as const)('is taken for another one by its %s alone', (field) => {
    expect(isSame(self, { ...self })).toBe(true)
    expect(isSame(self, { ...self, [field]: field === 'pid' ? self.pid + 1 : 'other' })).toBe(false)
    expect([isSame(null, self), isSame(self, null), isSame(null, null)]).toEqual([false, false, false])
  })
})

describe('a cleanup', () => {
  test('or a list stops at a row that nobody can read, or does not name it', async () => {
    const { registry, store } = registryOf()
    for (const sessionID of ['a', 'b', 'c']) await registry.open(sessionID, { owner: 'o' })
    const broken = presenceSaved('b', { owner: 7 } as never, time)
    await store.execute({ needs: () => ({ sessionID: 'b' }), decide: () => ({ changes: [broken], result: null }) }, {})
    expect((await registry.list()).map(({ sessionID }) => sessionID).toSorted()).toEqual(['a', 'c'])
    expect(await registry.cleanup()).toMatchObject({ expired: [], failed: ['b'] })
  })
  test('tells in another order, or not of all', async () => {
    const { registry } = registryOf({ retentionMs: 1000 })
    for (const sessionID of ['a', 'b']) {
      const { state } = await registry.open(sessionID, { owner: 'o' })
      await state.set('k', 1, { ttlMs: 1000 })
    }
    time += 690_001
    expect(await registry.cleanup()).toEqual({ expired: ['a', 'b'], removed: [], clearedStates: 2, failed: [] })
    time += 1001
    expect(await registry.cleanup()).toEqual({ expired: [], removed: ['a', 'b'], clearedStates: 0, failed: [] })
  })
  test.each(['locked', 'corrupt', 'newer_schema'] as const)('stops at one session that is %s', async (code) => {
    const { registry, store } = registryOf()
    for (const sessionID of ['a', 'b', 'c']) await registry.open(sessionID, { owner: 'o' })
    time += 690_001
    const execute = store.execute.bind(store)
    vi.spyOn(store, 'execute').mockImplementation(((decision: never, command: { sessionID: string }) =>
      command.sessionID === 'b'
        ? Promise.reject(new StoreError({ code, message: 'Not this one.', sessionID: 'b' }))
        : execute(decision, command as never)) as typeof execute)
    expect(await registry.cleanup()).toMatchObject({ expired: ['a', 'c'], failed: ['b'] })
  })
  test.each([
    [new StoreError({ code: 'locked', message: 'Locked.' })],
    [new StoreError({ code: 'io', message: 'Not of this one.', sessionID: 'another' })],
    [Object.assign(new Error('not ours'), { code: 'invalid_row' })],
  ])('goes on over a store that fails with %s', async (failure) => {
    const { registry, store } = registryOf()
    await registry.open('a', { owner: 'o' })
    const execute = store.execute.bind(store)
    const failing = vi
      .spyOn(store, 'execute')
      .mockImplementation(((decision: never, command: never) =>
        decision === sweepPresence ? Promise.reject(failure) : execute(decision, command)) as typeof execute)
    await expect(registry.cleanup()).rejects.toBe(failure)
    failing.mockImplementation(((decision: never, command: never) =>
      decision === sweepPresence
        ? Promise.reject(new StoreError({ code: 'invalid_row', message: 'No row.' }))
        : execute(decision, command)) as typeof execute)
    expect(await registry.cleanup()).toMatchObject({ failed: ['a'] })
  })
})

describe('while it runs', () => {
  const options = { heartbeatMs: 1000, cleanupMs: 2500, ttlMs: 90_000 }
  const listeners = (): number => process.listenerCount('SIGTERM') + process.listenerCount('SIGINT')
  const pass = async (ms: number): Promise<void> => {
    time += ms
    await vi.advanceTimersByTimeAsync(ms)
  }
  const beats = async (registry: SessionRegistry): Promise<number[]> =>
    (await registry.list()).map(({ lastHeartbeat }) => lastHeartbeat - start)

  test('a registry asks twice, never, or once more after it was stopped', async () => {
    const { registry } = registryOf(options)
    const probe = vi.fn(() => true)
    await registry.open('s', { owner: 'a', probe })
    const before = listeners()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    const cleanup = vi.spyOn(registry, 'cleanup')
    registry.start()
    registry.start()
    expect(listeners()).toBe(before + 2)
    for (let second = 0; second < 5; second += 1) await pass(1000)
    expect([probe.mock.calls.length, cleanup.mock.calls.length, await beats(registry)]).toEqual([5, 2, [5000]])
    await registry.stop()
    expect([listeners(), vi.getTimerCount()]).toEqual([before, 0])
    registry.start()
    await pass(1000)
    expect(probe).toHaveBeenCalledTimes(6)
    await registry[Symbol.asyncDispose]()
    expect([listeners(), vi.getTimerCount()]).toEqual([before, 0])
  })

  test('a probe that answers late counts, or a registry stops in the middle of a heartbeat', async () => {
    const { registry, store } = registryOf(options)
    const answers: ((isAlive: boolean) => void)[] = []
    await registry.open('s', { owner: 'a', probe: () => new Promise((resolve) => answers.push(resolve)) })
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    registry.start()
    await pass(1000)
    await pass(1000)
    answers[0]!(true)
    expect(await beats(registry)).toEqual([0])
    let finish = (): void => undefined
    const execute = store.execute.bind(store)
    vi.spyOn(store, 'execute').mockImplementation((async (decision: never, command: never) => {
      await new Promise<void>((resolve) => (finish = resolve))
      return execute(decision, command)
    }) as typeof execute)
    answers.at(-1)!(true)
    await vi.advanceTimersByTimeAsync(0)
    let isStopped = false
    const stopping = registry[Symbol.asyncDispose]().then(() => (isStopped = true))
    await vi.advanceTimersByTimeAsync(0)
    expect(isStopped).toBe(false)
    finish()
    await stopping
    expect(await beats(registry)).toEqual([2000])
  })

  test('an heir in the same process is forgotten when its forerunner ends', async () => {
    const { registry } = registryOf(options)
    const [old, young] = [vi.fn(() => true), vi.fn(() => true)]
    const first = await registry.open('s', { owner: 'a', probe: old })
    await registry.open('s', { owner: 'a', probe: young })
    expect(await first.heartbeat()).toMatchObject({ ok: false })
    expect(first.lost.aborted).toBe(true)
    const last = await registry.open('t', { owner: 'a', probe: old })
    await last.close()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
    registry.start()
    await pass(1000)
    await registry.stop()
    expect([old.mock.calls.length, young.mock.calls.length]).toEqual([0, 1])
  })

  test.each([true, false])('a signal ends the process at once, or not at all; alone with it: %s', async (isAlone) => {
    const { registry } = registryOf(options)
    const session = await registry.open('s', { owner: 'a' })
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true)
    const others = process.listeners('SIGINT')
    process.removeAllListeners('SIGINT')
    const other = (): void => undefined
    if (!isAlone) process.on('SIGINT', other)
    try {
      registry.start()
      process.emit('SIGINT', 'SIGINT')
      expect(kill).not.toHaveBeenCalled()
      await expect.poll(() => process.listenerCount('SIGINT')).toBe(isAlone ? 0 : 1)
      await registry.stop()
      expect(kill.mock.calls).toEqual(isAlone ? [[process.pid, 'SIGINT']] : [])
      expect(session.lost.aborted).toBe(true)
      expect(await registry.list()).toMatchObject([{ status: 'disconnected' }])
    } finally {
      await registry.stop()
      process.removeAllListeners('SIGINT')
      for (const listener of others) process.on('SIGINT', listener)
    }
  })
})

test('other times hold than the guide tells, or the deadline does not follow the heartbeat', () => {
  expect(resolveRegistryOptions({})).toMatchObject({
    graceMs: 600_000,
    heartbeatMs: 30_000,
    ttlMs: 90_000,
    cleanupMs: 300_000,
    maxAttempts: 3,
    retentionMs: 604_800_000,
    maxSize: 65_536,
    redact: undefined,
    now: undefined,
  })
  expect(resolveRegistryOptions({ heartbeatMs: 7 }).ttlMs).toBe(21)
  expect(resolveRegistryOptions({ heartbeatMs: 7, ttlMs: 1 }).ttlMs).toBe(1)
  const least = { graceMs: 0, heartbeatMs: 1, ttlMs: 1, cleanupMs: 1, maxAttempts: 0, retentionMs: 0, maxSize: 1 }
  expect(resolveRegistryOptions(least)).toMatchObject(least)
  const below = Object.entries(least).map(([name, value]) => [name, value - 1] as const)
  for (const [name, value] of [...below, ['heartbeatMs', 2 ** 31], ['cleanupMs', 2 ** 31]] as const)
    expect(() => resolveRegistryOptions({ [name]: value })).toThrow(name)
  expect(resolveRegistryOptions({ heartbeatMs: 2 ** 31 - 1, cleanupMs: 2 ** 31 - 1 }).ttlMs).toBe(3 * (2 ** 31 - 1))
})

const cycle: Record<string, unknown> = {}
cycle['self'] = cycle
test.each([
  ['a cycle', cycle],
  ['a bigint', { id: 1n }],
])('%s as metadata ends in an error that names nothing, or leaves a session', async (_, metadata) => {
  const registry = createSessionRegistry(createMemoryStore())
  await expect(registry.open('s', { owner: 'a', metadata })).rejects.toMatchObject({
    code: 'invalid_value',
    message: expect.stringMatching(/^The metadata of a session cannot be written as JSON\./),
  })
  expect(await registry.list()).toEqual([])
})
