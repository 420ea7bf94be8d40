import type { BlockKind } from './block-kind.ts'
import type { BlockShape } from './block-shape.ts'
import type { Role } from './role.ts'

/** Where a block or a message sits in the raw messages. `blockIndex` counts inside `field`. */
export interface Position {
  readonly messageIndex: number
  readonly blockIndex?: number
  /** The field of the raw message that holds the block. */
  readonly field?: string
}

/**
 * One block of a message. All kinds share one shape, so that the walk stays monomorphic (bench/: 5 % of `JSON.stringify`);
 * {@link BlockKind} tells which fields a kind fills.
 */
export interface Block {
  readonly kind: BlockKind
  readonly message: Message
  /** Field of the raw message that holds the block; `''` when the raw message itself is the block. */
  readonly field: string
  /** Index inside `field`; -1 when the field itself is the block (string content, `reasoning_content`). */
  readonly index: number
  readonly raw: unknown
  readonly shape: BlockShape
  readonly text: string | undefined
  readonly callId: string | undefined
  readonly name: string | undefined
  readonly payload: unknown
  readonly signature: string | undefined
}

/** What the content field of a message holds: `empty` is `''` or `[]`, `absent` is missing or null, `none`: the item has no such field. */
export type ContentShape = 'blocks' | 'text' | 'empty' | 'absent' | 'invalid' | 'none'

/** One raw message (or item) of the provider's list. */
export interface Message {
  readonly index: number
  readonly raw: unknown
  readonly role: Role
  readonly content: ContentShape
  readonly blocks: readonly Block[]
  /** Index of its turn in the transcript; set when turns are grouped. */
  turnIndex: number
}

/** A maximal run of messages of one role: what the provider sees as one turn. */
export interface Turn {
  readonly index: number
  readonly role: Role
  readonly messages: readonly Message[]
  /** Whether any of its messages has content. */
  filled: boolean
}

/** A read view of one conversation in any format. */
export interface Transcript {
  readonly messages: readonly Message[]
  readonly turns: readonly Turn[]
  /** Of an excerpt: how many messages of the whole list before each message it leaves out. */
  readonly leftOut?: readonly number[] | undefined
}
