import { classifyFailure } from './classify-failure.ts'
import { failureClasses, type Failure, type FailureClass } from './failure.ts'
import { defaultLadders, ladders, otherLadders, type Ladder, type Place } from './ladders.ts'
import type { StrategyName } from './strategy-name.ts'
import { SupervisorError } from './supervisor-error.ts'
import type { InteractiveState } from './snapshots/interactive-state.ts'

/** What a person needs to know about a prompt to help. */
export interface InteractiveContext {
  /** How long a prompt may take to answer, in ms. */
  readonly promptTimeoutMs: number
  readonly commandInProgress?: string
  readonly lastKnownPrompt?: string
  /** How long nothing has succeeded, in ms. */
  readonly unresponsiveMs?: number
}

/** What a recovery would try; making a plan does nothing. */
export interface RecoveryPlan extends Ladder {
  readonly sessionID: string
  readonly class: FailureClass
  /** The stored conversation is checked and repaired before the program starts again. */
  readonly repairsSession: boolean
  readonly requiredResources: readonly ['cpu', 'network' | 'local-process', 'memory']
  /** What a person can still do when every strategy has failed. */
  readonly fallbackOptions: readonly string[]
  readonly interactive?: InteractiveContext
}

/** The facts on which a plan depends. */
export interface PlanFacts {
  readonly sessionID: string
  readonly place: Place
  /** False: always the default ladder. */
  readonly smart: boolean
  readonly interactive?: InteractiveState | undefined
  /** Milliseconds since 1970. */
  readonly now: number
}

/** A failure as callers give it; a mere text is accepted, too. */
export type GivenFailure = Failure | string | null | undefined

const known: ReadonlySet<unknown> = new Set([undefined, ...failureClasses])

/**
 * Normalises a given failure.
 *
 * @throws SupervisorError `invalid_options` for an unknown class
 */
export function toFailure(given: GivenFailure): Failure {
  if (given === null || given === undefined) return {}
  if (typeof given === 'string') return { text: given }
  if (known.has(given.class)) return given
  const [what, remedy] = [`There is no class of failures "${given.class}".`, `Classes: ${failureClasses.join(', ')}.`]
  throw new SupervisorError('invalid_options', what, remedy)
}

function ladderOf(failure: Failure, found: FailureClass, smart: boolean, place: Place): Ladder {
  // A blank text counts as none.
  const said = (failure.text?.trim() || failure.error || undefined) !== undefined
  if (!smart) return defaultLadders[place]
  return (found === 'unknown' && said ? otherLadders : ladders[found])[place]
}

/** Strategies that end the program first, so that its stored session can be repaired. */
const startsAnew: ReadonlySet<StrategyName> = new Set(['restart', 'migrate'])

/** @example makePlan({ class: 'network' }, facts).strategies // ['restart', 'restore', 'fallback'] */
export function makePlan(given: GivenFailure, { sessionID, place, smart, interactive, now }: PlanFacts): RecoveryPlan {
  const failure = toFailure(given)
  const found = classifyFailure(failure)
  const ladder = ladderOf(failure, found, smart, place)
  const running = interactive?.pendingCommands[0]?.command
  return {
    sessionID,
    class: found,
    ...ladder,
    repairsSession: smart && startsAnew.has(ladder.strategies[0]!),
    requiredResources: ['cpu', place === 'remote' ? 'network' : 'local-process', 'memory'],
    fallbackOptions: [
      'Start a new session with the restored state',
      'Tell the person who uses it',
      'Recover by hand from the archive',
    ],
    ...(interactive && {
      interactive: {
        promptTimeoutMs: 10_000,
        ...(running !== undefined && { commandInProgress: running }),
        ...(interactive.lastPrompt !== undefined && { lastKnownPrompt: interactive.lastPrompt }),
        ...(interactive.lastSuccessAt && {
          unresponsiveMs: Math.max(0, now - interactive.lastSuccessAt.getTime()),
        }),
      },
    }),
  }
}
