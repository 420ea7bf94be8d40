import type { Loss } from '../faults/loss.ts'
import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'
import type { Message } from '../transcript/transcript.ts'

/** The fault that a change repairs, and what the repair costs. */
export interface Cause {
  readonly type: RecoveryErrorType
  readonly loss: Loss
}

/** An insertion of raw blocks into a message, or of raw messages into the list. */
interface Insertion {
  readonly at: number
  readonly raw: unknown
}

/** What happens to one message of the snapshot. */
export interface MessageChange {
  /** Blocks by field, then index: their replacements; empty = removed. */
  readonly blocks: Map<string, Map<number, readonly unknown[]>>
  readonly inserted: Insertion[]
  readonly fields: Map<string, unknown>
  removed: boolean
  /** The raw message that stands in its place. */
  replacement: unknown
  readonly causes: Cause[]
}

/** A new message that is still being filled. */
export interface NewMessage {
  readonly before: number
  readonly role: 'user' | 'assistant' | 'system' | 'tool'
  readonly blocks: unknown[]
  readonly causes: Cause[]
}

/** A new raw message that is complete. */
export interface RawInsertion {
  readonly before: number
  readonly raw: unknown
  readonly causes: Cause[]
}

/** Collected changes of one pass. */
export interface DraftChanges {
  readonly messages: Map<number, MessageChange>
  readonly created: (NewMessage | RawInsertion)[]
  /** The last one of them at each place. */
  readonly lastCreated: Map<number, NewMessage | RawInsertion>
  readonly request: Record<string, unknown>
  readonly betas: Set<string>
  /** What the changes of the request cost. */
  readonly requestLosses: Set<Loss>
}

/** What a pass begins with. */
export const noChanges = (): DraftChanges => ({
  messages: new Map(),
  created: [],
  lastCreated: new Map(),
  request: {},
  betas: new Set(),
  requestLosses: new Set(),
})

/** Adds a new message. */
export function create(changes: DraftChanges, creation: NewMessage | RawInsertion): void {
  changes.created.push(creation)
  changes.lastCreated.set(creation.before, creation)
}

/** The change record of a message, made when first needed. */
export function changeOf(changes: DraftChanges, message: Message, cause: Cause): MessageChange {
  let change = changes.messages.get(message.index)
  if (change === undefined) {
    change = {
      blocks: new Map(),
      inserted: [],
      fields: new Map(),
      removed: false,
      replacement: undefined,
      causes: [],
    }
    changes.messages.set(message.index, change)
  }
  change.causes.push(cause)
  return change
}
