import { expect, onTestFinished, test, vi } from 'vitest'
import { systemClock } from '../../src/recovery/clock.ts'

test('a limit longer than the timers of the platform is over at once', () => {
  // Like those of the platform these take a delay that they cannot wait for none.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const run = vi.fn()
  const callOff = systemClock.after(1e12, run)
  vi.advanceTimersByTime(10_000)
  expect(run).not.toHaveBeenCalled()
  callOff()
  systemClock.after(50, run)
  vi.advanceTimersByTime(49)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})
