import type { ExitReport, FailureClass } from '../failure.ts'
import type { RecoveryOutcome } from '../recovery-outcome.ts'
import type { StrategyName } from '../strategy-name.ts'
import type { RestartPolicy } from '../restart-policy.ts'
import type { SessionAddress } from '../session-handle.ts'
import type { SessionKind } from '../session-kind.ts'
import type { InteractivePatch, InteractiveState } from './interactive-state.ts'

/**
 * - `registered`: not started yet; `running`; `recovering`; `waiting`: for the next attempt
 * - `ended`: the program was done; `parked`: the budget is used up, a person is needed; `stopped`: with its supervisor
 */
export const sessionStates = ['registered', 'running', 'recovering', 'waiting', 'ended', 'parked', 'stopped'] as const

/** One of {@link sessionStates}: `parked` waits for a person, `waiting` for the next attempt. */
export type SessionState = (typeof sessionStates)[number]

/** The last failure of a session, and the number of all failures, also those before a restart of the supervisor. */
export interface ErrorContext {
  readonly lastError: string
  readonly at: Date
  readonly count: number
}

/** The part of a spec that may be written: never the values of secrets. */
export interface StoredSpec {
  readonly command: readonly string[]
  readonly kind: SessionKind
  /** Values of variables on the allow-list. */
  readonly env: Readonly<Record<string, string>>
  /** Names of all other variables: their values come with the next registration. */
  readonly envReferences: readonly string[]
  readonly restart?: RestartPolicy | undefined
  readonly ssh?:
    | { readonly host: string; readonly user?: string | undefined; readonly port?: number | undefined }
    | undefined
}

/** The summary of a recovery in a snapshot. */
export interface PastRecovery {
  readonly at: Date
  readonly class: FailureClass
  readonly outcome: RecoveryOutcome
  readonly strategy?: StrategyName | undefined
  readonly why?: string | undefined
  /** In ms. */
  readonly durationMs: number
  readonly tried: readonly {
    readonly strategy: StrategyName
    readonly result: string
    readonly why?: string | undefined
  }[]
  /** `says` of the repair of the stored conversation. */
  readonly repair?: string | undefined
}

/** The stored state of a session. */
export interface Snapshot {
  readonly sessionID: string
  /** Grows with every change. */
  readonly revision: number
  readonly takenAt: Date
  readonly registeredAt: Date
  readonly state: SessionState
  readonly spec: StoredSpec
  /** Places whose values were left out, such as `env.TOKEN`. */
  readonly redacted: readonly string[]
  readonly workingDirectory: string
  readonly commandHistory: readonly string[]
  readonly output: string
  /** The screen as escape sequences that draw it, if there is a terminal. */
  readonly screen?: string | undefined
  readonly interactive?: InteractiveState | undefined
  readonly errorContext?: ErrorContext | undefined
  readonly address?: SessionAddress | undefined
  readonly lastExit?: ExitReport | undefined
  /** The newest recoveries, oldest first. */
  readonly recoveries: readonly PastRecovery[]
  /** The times of the attempts that still count against the budget. */
  readonly attemptsAt: readonly Date[]
}

/** An update of a session's state by its host. */
export interface SnapshotPatch {
  readonly workingDirectory?: string
  /** Changed variables; treated like `spec.env`. */
  readonly env?: Readonly<Record<string, string>>
  /** Replaces the history; only the newest are kept. */
  readonly commandHistory?: readonly string[]
  /** Added to the history. */
  readonly command?: string
  /** Added to the output. */
  readonly output?: string
  readonly interactive?: InteractivePatch
  readonly error?: string
}
