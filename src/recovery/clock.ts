import { longestTimer } from '../json/longest-timer.ts'

/** Time, as the engine needs it: a test gives its own. */
export interface Clock {
  /** Epoch ms. */
  now(): number
  /** Runs something once after this time; returns how to call it off. */
  after(ms: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(ms, run) {
    // Waiting for somebody's callback is no reason to keep a process alive.
    const timer = setTimeout(run, Math.min(ms, longestTimer)).unref()
    return () => clearTimeout(timer)
  },
}
