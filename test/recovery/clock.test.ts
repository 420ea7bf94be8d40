import { expect, onTestFinished, test, vi } from 'vitest'
import { longestTimer } from '../../src/json/longest-timer.ts'
import { systemClock } from '../../src/recovery/clock.ts'

test('a limit longer than the timers of the platform is over at once', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const timed = vi.spyOn(globalThis, 'setTimeout')
  // In this order: restored later, the spy would leave its false timer to the files behind this one.
  onTestFinished(() => {
    timed.mockRestore()
    vi.useRealTimers()
  })
  const run = vi.fn()
  const callOff = systemClock.after(1e12, run)
  expect(timed.mock.lastCall?.[1]).toBe(longestTimer)
  callOff()
  systemClock.after(50, run)
  vi.advanceTimersByTime(49)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})
