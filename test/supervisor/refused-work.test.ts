import { getEventListeners } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMemoryStore } from '../../src/index.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { fakeExecutor } from './fake-executor.ts'
import { scene, spec } from './scene.ts'

/** What can happen without a clock has happened. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
}

const toldErrors = (supervisor: ReturnType<typeof scene>['supervisor']): unknown[] => {
  const told: unknown[] = []
  supervisor.on('host-error', ({ cause, sessionID }) => told.push([sessionID, (cause as { code?: unknown }).code]))
  return told
}

test('a session that nothing here can run keeps the others from their programs', async () => {
  const { supervisor, executor } = scene()
  const told = toldErrors(supervisor)
  await supervisor.register('far', { ...spec, kind: 'tmux' })
  await supervisor.register('near', spec)
  await supervisor.start()
  expect([executor.running(), told]).toEqual([1, [['far', 'no_executor']]])
  await supervisor.stop()
})

test('after a folder that could not be read a supervisor says that it runs, or never reads it again', async () => {
  const folder = join(tempFolder(), 'snapshots')
  writeFileSync(folder, '')
  const { supervisor, executor, clock } = scene({ folder })
  await expect(supervisor.start()).rejects.toThrow('Cannot read the folder of the supervisor: ')
  expect(supervisor.statistics().running).toBe(false)
  rmSync(folder)
  await supervisor.start()
  await supervisor.register('s', spec)
  expect(executor.running()).toBe(1)
  await clock.until(supervisor.stop())
})

test('a session that the system lets nobody claim fails with words of the system alone, without the place and what to do', async () => {
  const folder = tempFolder()
  writeFileSync(join(folder, 's'), '')
  await using supervisor = scene({ folder }).supervisor
  const refused = { name: 'FileWorkError', code: 'not_found', path: join(folder, 's', 'claims') }
  await expect(supervisor.register('s', spec)).rejects.toMatchObject(refused)
})

test('a supervisor that is stopped while it loads starts programs all the same', async () => {
  const { supervisor, executor } = scene()
  await supervisor.register('s', spec)
  const starting = supervisor.start()
  await supervisor.stop()
  await starting
  expect([executor.programs.length, supervisor.statistics().running]).toEqual([0, false])
})

test('a supervisor that has stopped listens to the signal of its host, or one that was started again does not', async () => {
  const { signal } = new AbortController()
  const { supervisor } = scene({ signal })
  const counts: number[] = []
  const count = (): void => void counts.push(getEventListeners(signal, 'abort').length)
  for (let times = 0; times < 2; times += 1) {
    await supervisor.start()
    count()
    await supervisor.stop()
    count()
  }
  expect(counts).toEqual([1, 0, 1, 0])
})

test('a supervisor is stopped before a program that is being started, which then runs on', async () => {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const executor = fakeExecutor()
  const start = async (...given: Parameters<typeof executor.start>): ReturnType<typeof executor.start> => {
    begin()
    await gate
    return executor.start(...given)
  }
  const { supervisor, clock } = scene({ executors: [{ ...executor, start }] })
  await supervisor.start()
  const registered = supervisor.register('s', spec)
  await clock.until(begun)
  let isOver = false
  const stopped = supervisor.stop().then(() => (isOver = true))
  await settled()
  expect(isOver).toBe(false)
  open()
  await clock.until(Promise.allSettled([registered, stopped]))
  expect([isOver, executor.running()]).toEqual([true, 0])
})

test('a program that may not be ended keeps a supervisor from its own end, or the others running', async () => {
  const refused = Object.assign(new Error('kill EPERM'), { code: 'EPERM' })
  const { supervisor, executor } = scene(
    {},
    { onStart: ({ handle }, count) => count === 1 && Object.assign(handle, { stop: () => Promise.reject(refused) }) },
  )
  const told = toldErrors(supervisor)
  await supervisor.register('root', spec)
  await supervisor.register('own', spec)
  await supervisor.start()
  await supervisor.stop()
  expect([executor.running(), told]).toEqual([1, [['root', 'EPERM']]])
  expect(supervisor.snapshots().map(({ state }) => state)).toEqual(['stopped', 'stopped'])
})

test('a program that may not be ended for the repair of its session is recovering for ever', async () => {
  const { supervisor, executor, clock } = scene({}, { repair: async () => ({ status: 'healthy', says: '' }) })
  await supervisor.register('s', spec)
  await supervisor.start()
  const [program] = executor.programs
  Object.assign(program!.handle, { stop: () => Promise.reject(new TypeError('no')) })
  const { repair } = await clock.until(supervisor.recover('s'))
  expect(repair).toEqual({ status: 'failed', says: 'the repair failed (TypeError)' })
  await clock.until(supervisor.stop())
})

test('a session whose end may not be written is forgotten although it is written down, or cannot be forgotten later', async () => {
  const store = createMemoryStore()
  let isFull = true
  const execute: typeof store.execute = (decision, command) => {
    const clearsAll = JSON.stringify(command).includes('"keys":["supervisor.snapshot"')
    return isFull && clearsAll ? Promise.reject(new TypeError('full')) : store.execute(decision, command)
  }
  const { supervisor, executor } = scene({ store: { ...store, execute } })
  await supervisor.start()
  await supervisor.register('s', spec)
  await expect(supervisor.unregister('s')).rejects.toThrow('full')
  expect([executor.running(), supervisor.snapshots().map(({ state }) => state)]).toEqual([0, ['ended']])
  isFull = false
  expect(await supervisor.unregister('s')).toBe(true)
  expect(supervisor.snapshots()).toEqual([])
  expect(await supervisor.unregister('s')).toBe(false)
  await supervisor.stop()
})

test('a program that is never to be started again is, once its supervisor has come back', async () => {
  for (const [restart, launched, state] of [
    ['never', 0, 'ended'],
    ['on-failure', 1, 'running'],
  ] as const) {
    const folder = tempFolder()
    const first = scene({ folder })
    await first.supervisor.start()
    await first.supervisor.register('s', { ...spec, restart })
    expect(first.executor.programs.length).toBe(1)
    await first.supervisor.stop({ sessions: 'leave' })
    const next = scene({ folder })
    await next.supervisor.start()
    expect([next.executor.programs.length, next.supervisor.snapshots()[0]?.state]).toEqual([launched, state])
    // Nobody has seen how it ended.
    expect(next.supervisor.snapshots()[0]?.lastExit).toEqual(launched ? undefined : { code: null, signal: null })
    expect(next.told).toEqual([launched === 1 ? 'launched' : 'ended'])
    // Who registers it wants it to run.
    await next.supervisor.register('s', { ...spec, restart })
    expect(next.executor.running()).toBe(1)
    await next.supervisor.stop()
  }
})
