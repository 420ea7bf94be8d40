import { expect, onTestFinished, test, vi } from 'vitest'
import { falseGlobals, restoreGlobals } from './real-globals.ts'

test('a false clock that is left behind is passed over, or stays', () => {
  expect(falseGlobals()).toEqual([])
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ toFake: ['Date', 'setInterval'] })
  expect(falseGlobals()).toEqual(['Date', 'setInterval'])
  restoreGlobals()
  expect(falseGlobals()).toEqual([])
})

test('a spied timer that is put back behind the false one is passed over', () => {
  onTestFinished(restoreGlobals)
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { setTimeout: left } = globalThis
  vi.useRealTimers()
  expect(falseGlobals()).toEqual([])
  // So does a spy on the false one that is taken back after the timers are.
  globalThis.setTimeout = left
  expect(falseGlobals()).toEqual(['setTimeout'])
})
