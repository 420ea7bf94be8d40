import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { beforeEnd } from '../../src/files/before-end.ts'

const signal = 'SIGHUP'
const kill = vi.fn(() => true as const)
let others: NodeJS.SignalsListener[]

beforeEach(() => {
  kill.mockClear()
  vi.spyOn(process, 'kill').mockImplementation(kill)
  others = process.listeners(signal)
  process.removeAllListeners(signal)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  process.removeAllListeners(signal)
  for (const listener of others) process.on(signal, listener)
})

const tell = (): boolean => process.emit(signal, signal)

test('of two that say goodbye none ends the process, or one before the other has said it', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const callsOff = [first, second].map(({ promise }) => beforeEnd([signal], () => promise))
  tell()
  first.resolve()
  await new Promise(setImmediate)
  expect(kill).not.toHaveBeenCalled()
  second.reject(new Error('The store is gone.'))
  await expect.poll(() => kill.mock.calls).toEqual([[process.pid, signal]])
  for (const callOff of callsOff) callOff()
  expect(process.listenerCount(signal)).toBe(0)
})

test.each(['on', 'once'] as const)('a program that ends by itself (%s) is ended in the middle of it', async (how) => {
  const own = vi.fn()
  process[how](signal, own)
  const goodbye = vi.fn(() => Promise.resolve())
  const callsOff = [beforeEnd([signal], goodbye), beforeEnd([signal], () => undefined)]
  tell()
  await new Promise(setImmediate)
  expect([goodbye.mock.calls.length, own.mock.calls.length, kill.mock.calls]).toEqual([1, 1, []])
  for (const callOff of callsOff) callOff()
})

test('a goodbye that never ends keeps the process for ever, or a second signal does not end it', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const callOff = beforeEnd([signal], () => new Promise(() => {}))
  tell()
  vi.advanceTimersByTime(4999)
  expect(kill).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(kill).toHaveBeenCalledTimes(1)
  callOff()
  const callOffAgain = beforeEnd([signal], () => new Promise(() => {}))
  tell()
  expect(kill).toHaveBeenCalledTimes(1)
  tell()
  expect(kill).toHaveBeenCalledTimes(2)
  callOffAgain()
  vi.clearAllTimers()
})

test('work that is done at once ends the process later, or what was called off is still done', () => {
  const [kept, gone] = [vi.fn(() => undefined), vi.fn(() => undefined)]
  const callOff = beforeEnd([signal], kept)
  beforeEnd([signal], gone)()
  tell()
  expect([kept.mock.calls.length, gone.mock.calls.length, kill.mock.calls]).toEqual([1, 0, [[process.pid, signal]]])
  callOff()
})
