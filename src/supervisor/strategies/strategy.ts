import type { ExecutionContext, SessionExecutor } from '../executor.ts'
import type { SessionHandle } from '../session-handle.ts'
import type { SessionRecord } from '../session-record.ts'
import type { SessionKind } from '../session-kind.ts'
import type { SessionSpec } from '../session-spec.ts'

/** The means of a strategy. */
export interface StrategyRun {
  readonly record: SessionRecord
  readonly signal: AbortSignal
  /** How long a program gets between SIGTERM and SIGKILL, in ms. */
  readonly graceMs: number
  executorOf(kind: SessionKind): SessionExecutor | undefined
  /** The context for an executor, with the session's spec or another one. */
  context(spec?: SessionSpec): ExecutionContext
  /** Takes one more attempt from the budget; false when there is none. */
  takeBudget(): boolean
  /** Writes the address of a program just started, so that the next supervisor finds it and does not start a second one. */
  noteStart(session: SessionHandle): Promise<void>
  sleep(delayMs: number): Promise<void>
  /** Checks that a program works: by the session's probe, else by `otherwise`, else that it stays up. */
  verify(
    session: SessionHandle,
    otherwise?: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<{
    readonly works: boolean
    readonly why?: string
  }>
}

/** The result of one rung. `works` only after a probe (I17). */
export type StrategyResult =
  | { readonly result: 'works'; readonly session: SessionHandle }
  | { readonly result: 'failed' | 'not_applicable'; readonly why: string }
  | { readonly result: 'archived' }

/** Acts, then verifies. */
export type Strategy = (run: StrategyRun) => Promise<StrategyResult>

export const notApplicable = (why: string): StrategyResult => ({ result: 'not_applicable', why })

export const failed = (why: string): StrategyResult => ({ result: 'failed', why })

/** The code of an error, or its name; never its message, which may quote arguments of the program (I12). */
export function nameOf(cause: unknown): string {
  if (!(cause instanceof Error)) return typeof cause
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name
}
