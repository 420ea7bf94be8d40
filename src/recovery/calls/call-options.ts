import type { Loss } from '../../faults/loss.ts'
import type { SessionStore } from '../../storage/session-store.ts'
import type { Clock } from '../clock.ts'
import type { RecoveryReport } from '../recovery-report.ts'

/** Options that all adapters share. */
export interface AdapterOptions<Request = unknown> {
  /** Keeps conversations and tool calls, so that real results can be recovered. Default: in memory. */
  readonly store?: SessionStore
  /**
   * Which session a request belongs to: a name, or a function of the request. Give it wherever several users share a process or a
   * store. Without it a conversation is known by its messages only: it is recorded and repaired, but no recorded tool output is
   * ever put into it, since another conversation may have begun with the same messages.
   */
  readonly session?: string | ((request: Request) => string | undefined)
  /** Which dialect of the format the endpoint speaks (`deepseek`, `mistral`, `vllm`...). Default: guessed from base URL and model. */
  readonly dialect?: string
  /** `observe` reports what a repair would do and sends everything as it is. Default `repair`. */
  readonly mode?: 'observe' | 'repair'
  /** Repairs after a refusal, per session until one of its calls has succeeded; default 3 (I9). */
  readonly budget?: number
  /** The greatest loss of a repair, before the request is sent and after it was refused; default `synthesised`. */
  readonly allow?: Loss
  /**
   * The greatest loss once the provider has refused the request, where it may be another one: `lossy` leaves out of the repeated
   * request what it cannot accept (an unreadable image, say); the stored original stays. Default: `allow`.
   */
  readonly allowAfterRefusal?: Loss
  /** Time after which another process may take over a recovery that has gone silent, in ms; default 30,000. */
  readonly leaseMs?: number
  /** How long one call of the store may take, in ms; default 30,000. */
  readonly timeoutMs?: number
  /** Default: the system's. */
  readonly clock?: Clock
  /** Learns of every repair, and of how it ended. `report.edits` adopt it: see `adoptRepair`. What it throws is ignored. */
  readonly onRepair?: (report: RecoveryReport) => void
}
