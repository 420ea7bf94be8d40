import { SupervisorError } from './supervisor-error.ts'

/** The source of time; tests pass their own. */
export interface SupervisorClock {
  /** Wall clock, ms since 1970; it may jump. Only for times that people read. */
  now(): number
  /** Monotonic time in ms, used for all durations. Default: derived from `now`, without its backward jumps. */
  monotonic?(): number
  /** Give both `setTimeout` and `clearTimeout`, or neither. Default: the timers of the process. */
  setTimeout?(run: () => void, delayMs: number): unknown
  clearTimeout?(timer: unknown): void
}

/** A clock with every part in place. */
export type FullClock = Required<SupervisorClock>

/** Globals are looked up at every call, so that fake timers of a test apply here, too. */
const systemClock: FullClock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  setTimeout: (run, delayMs) => globalThis.setTimeout(run, delayMs),
  clearTimeout: (timer) => globalThis.clearTimeout(timer as NodeJS.Timeout),
}

function neverBack(now: () => number): () => number {
  let last = now()
  let reading = 0
  return () => {
    const at = now()
    reading += Math.max(0, at - last)
    last = at
    return reading
  }
}

/** @throws SupervisorError `invalid_options` */
export function resolveClock(given: SupervisorClock | (() => number) | undefined): FullClock {
  if (given === undefined) return systemClock
  const clock: SupervisorClock = typeof given === 'function' ? { now: given } : given
  if (typeof clock?.now !== 'function' || (clock.setTimeout === undefined) !== (clock.clearTimeout === undefined))
    throw new SupervisorError(
      'invalid_options',
      'clock is no clock.',
      'Give () => ms, or { now, monotonic?, setTimeout?, clearTimeout? } with both timers or none.',
    )
  // Called as methods: a clock may be an object that needs its `this`.
  const timers = clock.setTimeout && clock.clearTimeout ? (clock as FullClock) : systemClock
  return {
    now: () => clock.now(),
    monotonic: clock.monotonic ? () => clock.monotonic!() : neverBack(() => clock.now()),
    setTimeout: (run, delayMs) => timers.setTimeout(run, delayMs),
    clearTimeout: (timer) => timers.clearTimeout(timer),
  }
}
