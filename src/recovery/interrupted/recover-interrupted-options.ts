import type { Lease } from '../../storage/lease.ts'
import type { SessionStore } from '../../storage/session-store.ts'

/** Options of `recoverInterrupted`. */
export interface RecoverInterruptedOptions {
  /** Where the turns were begun. */
  readonly store: SessionStore
  /** Default: all sessions. */
  readonly sessionID?: string
  /** Runs a call again that was marked idempotent. Without it no call is run again. */
  readonly runTool?: (call: { readonly callId: string; readonly name: string; readonly input: unknown }) => unknown
  /** In ms; default 30,000. */
  readonly leaseMs?: number
  /** A lease that the caller holds on `sessionID` and keeps. Default: one is taken for each session. */
  readonly lease?: Lease
  /** False: repair and hand back. Default true. */
  readonly resume?: boolean
}
