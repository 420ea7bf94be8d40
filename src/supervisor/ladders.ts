import type { FailureClass } from './failure.ts'
import type { StrategyName } from './strategy-name.ts'

export type Priority = 'high' | 'medium' | 'low'

/** The strategies to try, in order, with their priority and expected duration. */
export interface Ladder {
  readonly strategies: readonly StrategyName[]
  readonly priority: Priority
  /** How long it should take, in ms. */
  readonly estimatedMs: number
}

/** A session runs on this machine, or on another one. */
export type Place = 'local' | 'remote'

type Ladders = Readonly<Record<Place, Ladder>>

const both = (ladder: Ladder): Ladders => ({ local: ladder, remote: ladder })

const network: Ladders = {
  local: { strategies: ['restart', 'restore', 'fallback'], priority: 'high', estimatedMs: 15_000 },
  remote: { strategies: ['reconnect', 'restart', 'migrate', 'fallback'], priority: 'high', estimatedMs: 45_000 },
}
const silent: Ladders = both({
  strategies: ['restart', 'restore', 'replicate', 'fallback'],
  priority: 'high',
  estimatedMs: 20_000,
})
const scarce: Ladders = both({
  strategies: ['migrate', 'restart', 'fallback'],
  priority: 'medium',
  estimatedMs: 60_000,
})

/** For an exit of unknown cause, and for hosts that always want the same ladder. */
export const defaultLadders: Ladders = {
  local: { strategies: ['restart', 'restore', 'fallback'], priority: 'medium', estimatedMs: 30_000 },
  remote: { strategies: ['reconnect', 'restart', 'restore', 'fallback'], priority: 'medium', estimatedMs: 30_000 },
}

/** For a reported failure of no known class: one rung more than without any report. */
export const otherLadders: Ladders = {
  local: { strategies: ['restart', 'restore', 'replicate', 'fallback'], priority: 'medium', estimatedMs: 30_000 },
  remote: defaultLadders.remote,
}

/** The ladder of each class. */
export const ladders: Readonly<Record<FailureClass, Ladders>> = {
  exit: defaultLadders,
  signal: defaultLadders,
  network,
  timeout: silent,
  unresponsive: silent,
  prompt: both({
    strategies: ['prompt-interrupt', 'prompt-reset', 'session-refresh', 'restart', 'fallback'],
    priority: 'high',
    estimatedMs: 15_000,
  }),
  oom: scarce,
  resource: scarce,
  auth: both({ strategies: ['reconnect', 'restore', 'fallback'], priority: 'low', estimatedMs: 30_000 }),
  // `restart` comes first, since a plan that begins with it repairs the session: otherwise the next start would fail in the same way.
  structural: both({ strategies: ['restart', 'restore', 'fallback'], priority: 'high', estimatedMs: 30_000 }),
  unknown: defaultLadders,
}
