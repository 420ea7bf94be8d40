import type { DetectedError } from '../detection/detected-error.ts'
import type { Loss } from '../faults/loss.ts'
import type { FormatName } from '../formats/format-name.ts'
import type { KnownTarget, RequestBody } from '../formats/format.ts'
import type { RepairResult } from '../repair/repair-result.ts'
import type { Maker } from './maker.ts'
import type { Claim } from './session-claims.ts'

/** A turn that its provider has refused. */
export interface Failure {
  readonly sessionID: string
  /** Whatever the client threw; undefined when nobody was there to see it: the process has died. */
  readonly error: unknown
  readonly detected: DetectedError | null
  /** Names what is counted against the budget. Default: the fault that was detected. */
  readonly fingerprint?: string
}

/** A conversation as its next request would send it. */
export interface Conversation {
  readonly format: FormatName
  readonly messages: readonly unknown[]
  /** The rest of the request body, where it is known. */
  readonly request?: RequestBody
  readonly target?: KnownTarget
  /** The session whose recorded results are this conversation's own, beyond doubt. */
  readonly evidenceOf?: string | undefined
  /** Who is asked, where it is known. */
  readonly maker?: Maker
  /** Index of the message that the error means, where the error itself does not say it. */
  readonly index?: number | undefined
  /** The messages are all there is: a server that has lost its state can be told everything with them. */
  readonly isWhole: boolean
}

/** How far a recovery may go. */
export interface RecoveryTerms {
  readonly mode: 'observe' | 'repair'
  readonly allow: Loss
}

/** A repair that was written, or is about to be sent. */
export interface Committed {
  readonly result: RepairResult
  /** The whole conversation is to be sent, without a reference to what the server has lost. */
  readonly replays: boolean
}

/**
 * How one face of the engine reaches its conversations. Every port may throw, hang or reject: the engine limits, catches and
 * reports; a `stale_revision` of `commit` makes it load and plan again.
 */
export interface RecoveryPorts<Loaded extends Conversation = Conversation> {
  /** Stops the turn that is running, before the conversation is touched. */
  abort?(): Promise<void>
  /** The conversation that failed; null when it is not known. */
  load(detected: DetectedError | null): Promise<Loaded | null>
  /** Writes the repair to where the conversation is kept; may return an id for undo. */
  commit(committed: Committed, loaded: Loaded, lease: Claim['lease']): Promise<string | null | undefined>
  /** Runs the turn again where the engine does not send it itself; false when nothing can. It begins under the claim. */
  resume?(committed: Committed, loaded: Loaded, lease: Claim['lease']): Promise<boolean>
}
