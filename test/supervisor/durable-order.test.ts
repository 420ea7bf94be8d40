import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createMemoryStore, type SessionStore } from '../../src/index.ts'
import { stateClaims } from '../../src/supervisor/claims/state-claims.ts'
import type { Snapshot } from '../../src/supervisor/snapshots/snapshot.ts'
import { storeSnapshots } from '../../src/supervisor/snapshots/store-snapshots.ts'
import { scene, spec } from './scene.ts'

interface Slow {
  readonly store: SessionStore
  /** What it holds at this moment. */
  readonly held: () => Promise<Snapshot | undefined>
  readonly memory: SessionStore
}

/** A store that answers late, and last of all when it has to forget something. */
function slowStore(): Slow {
  const memory = createMemoryStore()
  const late =
    <Given extends readonly unknown[], Result>(work: (...given: Given) => Promise<Result>, ms = 3) =>
    async (...given: Given): Promise<Result> => {
      await wait(ms)
      return work(...given)
    }
  const { clear, get, list, set } = memory.state
  const state = { ...memory.state, clear: late(clear, 20), get: late(get), list: late(list), set: late(set) }
  const execute = late(memory.execute as (...given: unknown[]) => Promise<unknown>) as SessionStore['execute']
  const { read } = storeSnapshots(memory)
  return { memory, store: { ...memory, state, execute }, held: async () => (await read('s')).snapshots[0] }
}

it('what a supervisor says it has done is not written yet (I8)', async () => {
  const { store, held, memory } = slowStore()
  const atStart: Promise<Snapshot | undefined>[] = []
  const atProbe: (Snapshot | undefined)[] = []
  const { supervisor, executor } = scene(
    { store, telemetry: false, snapshot: { intervalMs: 0 } },
    { onStart: () => atStart.push(held()) },
  )
  const atEvents: [name: string, snapshot: Promise<Snapshot | undefined>][] = []
  for (const name of ['launched', 'recovery-ended', 'unregistered'] as const)
    supervisor.on(name, () => atEvents.push([name, held()]))
  const probe = async (): Promise<boolean> => (atProbe.push(await held()), true)
  await supervisor.register('s', { ...spec, probe })
  expect(await held()).toMatchObject({ state: 'registered' })
  await supervisor.start()
  expect(await held()).toMatchObject({ state: 'running', address: executor.programs[0]!.handle.address })
  await supervisor.update('s', { workingDirectory: '/moved' })
  expect(await held()).toMatchObject({ workingDirectory: '/moved' })
  await supervisor.update('s', { output: 'all of it' })
  expect(await held()).toMatchObject({ output: 'all of it' })
  await supervisor.recover('s', { class: 'exit', text: 'gone' })
  const { address } = executor.programs[1]!.handle
  expect(await held()).toMatchObject({
    state: 'running',
    address,
    recoveries: [{ outcome: 'recovered' }],
    errorContext: { lastError: 'exit: gone' },
  })
  // A successor must find the program that was just started, also when its supervisor dies in the probe.
  expect((await Promise.all(atStart)).map((snapshot) => snapshot?.state)).toEqual(['registered', 'recovering'])
  expect(atProbe).toMatchObject([{ state: 'recovering', address }])
  await supervisor.stop()
  expect(await held()).toMatchObject({ state: 'stopped' })
  expect(await stateClaims(memory).newest('s')).toMatchObject({ token: 2, owner: null })
  await supervisor.start()
  await supervisor.register('s', { ...spec, probe: () => false })
  const { archive } = await supervisor.recover('s', { class: 'exit' })
  const archived = await memory.state.get('s', 'supervisor.archive', { owner: 'supervisor' })
  expect([archive, archived.found]).toEqual(['s: supervisor.archive', true])
  await supervisor.update('s', { workingDirectory: '/last' })
  expect(await supervisor.unregister('s')).toBe(true)
  expect(await memory.state.list('s', { owner: 'supervisor' })).toMatchObject([{ key: 'supervisor.archive' }])
  expect(await stateClaims(memory).newest('s')).toMatchObject({ owner: null })
  const told = await Promise.all(atEvents.map(async ([name, snapshot]) => `${name} ${(await snapshot)?.state}`))
  expect(told).toEqual([
    'launched running',
    'recovery-ended recovering',
    'launched running',
    'recovery-ended recovering',
    'unregistered undefined',
  ])
  await supervisor.stop()
})

it('a program runs on behind a supervisor that has stopped, or is known as one that runs', async () => {
  const { store } = slowStore()
  const { supervisor, executor } = scene({ store, telemetry: false })
  await supervisor.start()
  await supervisor.register('s', spec)
  const { handle } = executor.programs[0]!
  const stop = handle.stop.bind(handle)
  Object.assign(handle, { stop: async (graceMs: number) => (await wait(100), stop(graceMs)) })
  await supervisor.stop()
  expect(executor.running()).toBe(0)
  const next = scene({ store, telemetry: false })
  await next.supervisor.start()
  expect(next.supervisor.snapshots()).toMatchObject([{ sessionID: 's', state: 'stopped' }])
  await next.supervisor.register('s', spec)
  expect(next.executor.running()).toBe(1)
  await next.supervisor.stop()
})

it('a session whose last state nobody could keep is said to be kept, or is not tried again', async () => {
  const memory = createMemoryStore()
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  const state = { ...memory.state, set: () => Promise.reject(full) }
  const { supervisor, clock, executor, told } = scene({
    store: { ...memory, state },
    telemetry: false,
    budget: { max: 4 },
  })
  const failures: unknown[] = []
  supervisor.on('snapshot-failed', ({ cause }) => failures.push(cause))
  await supervisor.register('s', { ...spec, probe: () => false })
  const result = await supervisor.recover('s', { class: 'exit' })
  expect(result).toMatchObject({ outcome: 'failed', why: 'exhausted' })
  expect([result.archive, result.tried.at(-1)?.result, failures]).toEqual([undefined, 'archived', [full]])
  expect(supervisor.statistics()).toMatchObject({ outcomes: { failed: 1, archived: 0 }, successRate: 0 })
  await supervisor.unregister('s')
  await supervisor.start()
  await supervisor.register('t', { ...spec, probe: () => false })
  told.length = 0
  executor.programs.at(-1)!.end({ code: 1 })
  await clock.advance(120_000)
  const ends = told.filter((line) => /recovery-ended|parked/.test(line))
  expect(ends).toEqual(['recovery-ended failed', 'recovery-ended failed', 'parked'])
  await supervisor.stop()
})
