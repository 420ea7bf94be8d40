import type { BlockKind } from './block-kind.ts'
import type { BlockShape } from './block-shape.ts'
import type { Block, Message } from './transcript.ts'

/**
 * A block while its format reads it: first where it stands, then what it holds. All fields exist from the start, so that the
 * blocks of all kinds and formats have one hidden class; an object of named parameters would have one per kind.
 */
class ReadBlock implements Block {
  readonly kind: BlockKind
  readonly message: Message
  readonly field: string
  readonly index: number
  readonly raw: unknown
  readonly shape: BlockShape
  text: string | undefined = undefined
  callId: string | undefined = undefined
  name: string | undefined = undefined
  payload: unknown = undefined
  signature: string | undefined = undefined

  constructor(message: Message, field: string, index: number, raw: unknown, shape: BlockShape) {
    this.kind = shape.kind
    this.message = message
    this.field = field
    this.index = index
    this.raw = raw
    this.shape = shape
  }

  withText(text: string | undefined): this {
    this.text = text
    return this
  }

  /** The arguments of a call, the content of a result, the source of media. */
  withPayload(payload: unknown): this {
    this.payload = payload
    return this
  }

  /** What only the provider can read: a signature, or encrypted content. */
  withSignature(signature: string | undefined): this {
    this.signature = signature
    return this
  }

  /** The id and name by which calls and results find each other. */
  withCall(callId: string | undefined, name?: string): this {
    this.callId = callId
    this.name = name
    return this
  }
}

export type { ReadBlock }

/** Makes the view of a block at its place; `field` and `index` as in {@link Block}. */
export function createBlock(
  message: Message,
  field: string,
  index: number,
  raw: unknown,
  shape: BlockShape,
): ReadBlock {
  return new ReadBlock(message, field, index, raw, shape)
}
