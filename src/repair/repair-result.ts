import type { Loss } from '../faults/loss.ts'
import type { RequestBody } from '../formats/format.ts'
import type { Edit } from '../transcript/edit.ts'
import type { Fault } from '../lint/fault.ts'

/** What {@link diagnose} found. */
export interface Diagnosis {
  readonly ok: boolean
  readonly faults: readonly Fault[]
}

/** What {@link repair} did. */
export interface RepairResult {
  /** Nothing is left that the provider is known to refuse. */
  readonly ok: boolean
  readonly changed: boolean
  /** The repaired list; the given array itself when nothing changed (I1). */
  readonly messages: readonly unknown[]
  /**
   * Changed fields of the request body, to be laid over it: `{ ...body, ...request }`. A field whose value is `undefined` is
   * to be left out: JSON leaves it out by itself. An adapter that sees `previous_response_id` or `conversation` here replays
   * from its store what the server no longer holds, where it has more than the list.
   */
  readonly request?: RequestBody
  /** Values for the provider's beta header that the repaired request needs. */
  readonly betas?: readonly string[]
  readonly edits: readonly Edit[]
  /** What was found before the repair. */
  readonly faults: readonly Fault[]
  /** What is left: not repairable, or not within `allow`. */
  readonly remaining: readonly Fault[]
  readonly loss: Loss
}
