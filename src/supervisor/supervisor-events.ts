import type { SessionHolder } from './claims/session-holder.ts'
import type { ExitReport, FailureClass } from './failure.ts'
import type { RecoveryPlan } from './make-plan.ts'
import type { RecoveryResult, TriedStrategy } from './recovery-result.ts'
import type { DamagedSnapshot } from './snapshots/snapshot-store.ts'
import type { SessionState } from './snapshots/snapshot.ts'
import type { StrategyName } from './strategy-name.ts'
import { SupervisorError } from './supervisor-error.ts'

/** The events of a supervisor. Their texts never contain output of the program (I12). */
export interface SupervisorEvents {
  started: { readonly sessions: number }
  stopped: { readonly drained: boolean }
  registered: { readonly sessionID: string }
  unregistered: { readonly sessionID: string }
  /** Its program was started. */
  launched: { readonly sessionID: string; readonly pid?: number | undefined }
  /** It was found running. */
  adopted: { readonly sessionID: string; readonly pid?: number | undefined }
  /** Another supervisor has it: nothing was done. */
  held: { readonly sessionID: string; readonly holder: SessionHolder }
  /** Another supervisor has taken it over, since this one's signs of life did not arrive: the session was given up here. */
  lost: { readonly sessionID: string }
  ended: { readonly sessionID: string; readonly exit: ExitReport; readonly orderly: boolean }
  state: { readonly sessionID: string; readonly state: SessionState }
  'snapshot-updated': { readonly sessionID: string; readonly revision: number }
  'snapshot-damaged': DamagedSnapshot
  'snapshot-failed': { readonly sessionID: string; readonly cause: unknown }
  'recovery-started': { readonly sessionID: string; readonly attempt: number; readonly plan: RecoveryPlan }
  'strategy-started': { readonly sessionID: string; readonly strategy: StrategyName }
  'strategy-ended': { readonly sessionID: string } & TriedStrategy
  'recovery-ended': RecoveryResult
  'retry-scheduled': {
    readonly sessionID: string
    readonly class: FailureClass
    readonly attempt: number
    readonly delayMs: number
  }
  /** The budget is used up: nothing more is tried until a person acts. */
  parked: { readonly sessionID: string; readonly attempts: number; readonly next: string }
  /** The machine has woken up from sleep. */
  resumed: { readonly missedMs: number }
  /** A listener, or a host's `capture`, threw. */
  'host-error': { readonly sessionID?: string | undefined; readonly cause: unknown }
}

/** The name of an event in `SupervisorEvents`. */
export type SupervisorEventName = keyof SupervisorEvents

/** Called for every event of one name; an error that it throws is emitted as `host-error`. */
export type SupervisorListener<Name extends SupervisorEventName> = (event: SupervisorEvents[Name]) => void

type AnyListener = (event: never) => void

/** Every event name (the type demands all), to refuse a misspelt name, whose listener would never be called. */
const known: Readonly<Record<SupervisorEventName, true>> = {
  started: true,
  stopped: true,
  registered: true,
  unregistered: true,
  launched: true,
  adopted: true,
  held: true,
  lost: true,
  ended: true,
  state: true,
  'snapshot-updated': true,
  'snapshot-damaged': true,
  'snapshot-failed': true,
  'recovery-started': true,
  'strategy-started': true,
  'strategy-ended': true,
  'recovery-ended': true,
  'retry-scheduled': true,
  parked: true,
  resumed: true,
  'host-error': true,
}

/** The names of all events. */
export const supervisorEventNames = Object.keys(known) as readonly SupervisorEventName[]

/** Typed events. */
export class EventBoard {
  readonly #listeners = new Map<SupervisorEventName, Set<AnyListener>>()

  on<Name extends SupervisorEventName>(name: Name, listener: SupervisorListener<Name>): () => void {
    if (!Object.hasOwn(known, name))
      throw new SupervisorError(
        'invalid_options',
        `There is no event ${JSON.stringify(name)}.`,
        `Events: ${supervisorEventNames.join(', ')}.`,
      )
    const listeners = this.#listeners.get(name) ?? new Set()
    this.#listeners.set(name, listeners.add(listener))
    return () => void listeners.delete(listener)
  }

  emit<Name extends SupervisorEventName>(name: Name, event: SupervisorEvents[Name]): void {
    for (const listener of this.#listeners.get(name) ?? []) {
      try {
        ;(listener as SupervisorListener<Name>)(event)
      } catch (cause) {
        if (name !== 'host-error') this.emit('host-error', { cause })
      }
    }
  }
}
