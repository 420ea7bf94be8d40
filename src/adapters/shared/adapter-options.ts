import type { Loss } from '../../faults/loss.ts'
import type { RecoveryReport } from '../../hook/recovery-report.ts'
import type { SessionStore } from '../../storage/session-store.ts'

/** Options that all adapters share. */
export interface AdapterOptions<Request = unknown> {
  /** Keeps conversations and tool calls, so that real results can be recovered. Default: in memory. */
  readonly store?: SessionStore
  /** Which session a request belongs to: a name, or a function of the request. Default: the longest known prefix of its messages. */
  readonly session?: string | ((request: Request) => string | undefined)
  /** Which dialect of the format the endpoint speaks (`deepseek`, `mistral`, `vllm`...). Default: guessed from base URL and model. */
  readonly dialect?: string
  /** `observe` reports what a repair would do and sends everything as it is. Default `repair`. */
  readonly mode?: 'observe' | 'repair'
  /** Repairs after a refusal, per call; default 3 (I9). */
  readonly budget?: number
  /** The greatest loss of a repair before sending; default `synthesised`. */
  readonly allow?: Loss
  /** The greatest loss once the provider has refused the request; the stored original stays. Default `lossy`. */
  readonly allowAfterRefusal?: Loss
  /** Learns of every repair. `report.edits` adopt it: see `adoptRepair`. */
  readonly onRepair?: (report: RecoveryReport) => void
}

/** Options with every default in place. */
export type ResolvedAdapterOptions<Request = unknown> = Required<Omit<AdapterOptions<Request>, Optional>> &
  Pick<AdapterOptions<Request>, Optional>

/** Options without a default value. */
type Optional = 'session' | 'onRepair' | 'dialect'
