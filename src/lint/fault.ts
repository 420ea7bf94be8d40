import type { Loss } from '../faults/loss.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { Draft } from './draft.ts'
import type { Block, Message, Position } from '../transcript/transcript.ts'

/** Specifics of a fault: ids, names, counts, limits. Never prompt content (I12). */
export type FaultDetail = Readonly<Record<string, string | number | boolean>>

/** One structural defect of a transcript, as data. */
export interface Fault {
  readonly type: RecoveryErrorType
  /** Where it is; null when it is about the request or the list as a whole. */
  readonly at: Position | null
  readonly detail: FaultDetail
  /** What its repair costs; null when it cannot be repaired. */
  readonly loss: Loss | null
}

/** Changes a draft; called at most once. */
export type Fix = (edit: Draft) => void

/** What a visitor reports. */
export interface Report {
  readonly at: Block | Message | null
  readonly detail?: FaultDetail
  /** What the fix costs; default `none`. */
  readonly loss?: Loss
  /** Absent: the fault cannot be repaired from here. */
  readonly fix?: Fix
  /** The fix brings calls to light that could not be read: nothing else is judged before it, lest their results go (I5). */
  readonly reveals?: boolean
}

/** A fault with its repair, as it lives inside one pass. */
export interface FoundFault {
  readonly fault: Fault
  readonly fix: Fix | undefined
  readonly reveals?: boolean | undefined
}
