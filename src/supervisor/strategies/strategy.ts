import type { ExecutionContext, SessionExecutor } from '../executor.ts'
import type { SessionHandle } from '../session-handle.ts'
import type { SessionRecord } from '../session-record.ts'
import type { SessionKind } from '../session-kind.ts'
import type { SessionSpec } from '../session-spec.ts'

/** What a strategy may use. */
export interface StrategyRun {
  readonly record: SessionRecord
  readonly signal: AbortSignal
  /** How long a program gets between SIGTERM and SIGKILL, in ms. */
  readonly graceMs: number
  executorOf(kind: SessionKind): SessionExecutor | undefined
  /** What an executor is asked with: the spec of the session, or another one. */
  context(spec?: SessionSpec): ExecutionContext
  /** Takes one more attempt from the budget; false when there is none. */
  takeBudget(): boolean
  /** Makes durable where a program runs that was just started: a successor must find it, not start a second one. */
  noteStart(session: SessionHandle): Promise<void>
  sleep(delayMs: number): Promise<void>
  /** Looks whether a program works: the probe of the session, else `otherwise`, else that it stays up. */
  verify(
    session: SessionHandle,
    otherwise?: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<{
    readonly works: boolean
    readonly why?: string
  }>
}

/** How one rung ended. `works` is said only after a probe (I17). */
export type StrategyResult =
  | { readonly result: 'works'; readonly session: SessionHandle }
  | { readonly result: 'failed' | 'not_applicable'; readonly why: string }
  | { readonly result: 'archived' }

/** Acts, then verifies. */
export type Strategy = (run: StrategyRun) => Promise<StrategyResult>

export const notApplicable = (why: string): StrategyResult => ({ result: 'not_applicable', why })

export const failed = (why: string): StrategyResult => ({ result: 'failed', why })

/** The name of what was thrown, and its code: never the message, which may quote what the program was given (I12). */
export function nameOf(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
