import type { SessionHandle } from './session-handle.ts'

/** The argument of a probe function. */
export interface ProbeContext {
  readonly sessionID: string
  readonly session: SessionHandle
  /** Aborted at the timeout, when the program ends, and when the supervisor stops. */
  readonly signal: AbortSignal
}

/** How to check that a session works. */
export type ProbeCheck =
  /** Your own check. Only `true` counts. */
  | ((context: ProbeContext) => boolean | Promise<boolean>)
  /** A command that must exit with 0. It gets SESSION_RECOVERY_ID and SESSION_RECOVERY_PID. */
  | { readonly command: readonly [program: string, ...args: string[]] }
  /** A text that the program prints when it is ready. */
  | { readonly output: string | RegExp }
  /** For a shell: an `echo` with a token is typed, and its output must come back. */
  | { readonly echo: true }

/** A check, with its limits. */
export type Probe =
  | ProbeCheck
  | {
      readonly check: ProbeCheck
      /** Default 10,000. */
      readonly timeoutMs?: number
      /** Also probe at this interval, in ms, while it runs; three failures in a row count as `unresponsive`. Default 0: never. */
      readonly intervalMs?: number
    }

export interface ResolvedProbe {
  readonly check: ProbeCheck | undefined
  readonly timeoutMs: number
  readonly intervalMs: number
}

/** The probe with its defaults. */
export function resolveProbe(probe: Probe | undefined, defaultTimeoutMs: number): ResolvedProbe {
  if (typeof probe === 'object' && 'check' in probe)
    return {
      check: probe.check,
      timeoutMs: probe.timeoutMs ?? defaultTimeoutMs,
      intervalMs: probe.intervalMs ?? 0,
    }
  return { check: probe, timeoutMs: defaultTimeoutMs, intervalMs: 0 }
}
