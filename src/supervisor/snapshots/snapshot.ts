import type { ExitReport, FailureClass } from '../failure.ts'
import type { RecoveryOutcome } from '../recovery-outcome.ts'
import type { StrategyName } from '../strategy-name.ts'
import type { RestartPolicy } from '../restart-policy.ts'
import type { SessionAddress } from '../session-handle.ts'
import type { SessionKind } from '../session-kind.ts'
import type { InteractivePatch, InteractiveState } from './interactive-state.ts'

/**
 * - `registered`: known, not started; `running`; `recovering`; `waiting`: for the next attempt
 * - `ended`: done, by itself; `parked`: the budget is used up, a person is needed; `stopped`: with its supervisor
 */
export const sessionStates = ['registered', 'running', 'recovering', 'waiting', 'ended', 'parked', 'stopped'] as const

/** One of {@link sessionStates}: `parked` waits for a person, `waiting` for the next attempt. */
export type SessionState = (typeof sessionStates)[number]

/** The last failure of a session, and how many were ever noted; across restarts, as its snapshot keeps them. */
export interface ErrorContext {
  readonly lastError: string
  readonly at: Date
  readonly count: number
}

/** How a session is started, as far as it may be written. Never the values of secrets. */
export interface StoredSpec {
  readonly command: readonly string[]
  readonly kind: SessionKind
  /** Values of variables on the allow-list. */
  readonly env: Readonly<Record<string, string>>
  /** Names of the others: their values come from who registers the session again. */
  readonly envReferences: readonly string[]
  readonly restart?: RestartPolicy | undefined
  readonly ssh?:
    | { readonly host: string; readonly user?: string | undefined; readonly port?: number | undefined }
    | undefined
}

/** What is kept of a recovery. */
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
  /** What the repair of its stored conversation says. */
  readonly repair?: string | undefined
}

/** The state of a session as it is kept. */
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
  /** The screen with the escape sequences that draw it, where there is a terminal. */
  readonly screen?: string | undefined
  readonly interactive?: InteractiveState | undefined
  readonly errorContext?: ErrorContext | undefined
  readonly address?: SessionAddress | undefined
  readonly lastExit?: ExitReport | undefined
  /** The newest recoveries, oldest first. */
  readonly recoveries: readonly PastRecovery[]
  /** When attempts were made that still count. */
  readonly attemptsAt: readonly Date[]
}

/** What a host may tell of a session. */
export interface SnapshotPatch {
  readonly workingDirectory?: string
  /** Variables that have changed; they go the way of `spec.env`. */
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
