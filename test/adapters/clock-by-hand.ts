import type { Clock } from '../../src/recovery/clock.ts'

/** A clock whose timers run when the test says so; each is found by its time in ms while it is waited for. */
export function clockByHand(): { readonly clock: Clock; readonly timers: Map<number, () => void> } {
  const timers = new Map<number, () => void>()
  return { clock: { now: () => 0, after: (ms, run) => (timers.set(ms, run), () => timers.delete(ms)) }, timers }
}
