import type { BlockKind } from './block-kind.ts'
import type { Role } from './role.ts'

/** What a field must hold. `text` may not be blank. */
export type FieldCheck = 'any' | 'string' | 'text' | 'object' | 'array' | 'boolean'

/** What a format demands of the object inside a block, where a block is one key with an object behind it. */
export interface InnerShape {
  /** Fields that the provider demands, each under any of its spellings. */
  readonly required: readonly (readonly [spellings: readonly string[], check: FieldCheck])[]
  /** All fields that the provider permits; null where it ignores extra ones. */
  readonly fields: ReadonlySet<string> | null
}

/** What a format demands of one type of block: a row of data, checked by the content strategies. */
export interface BlockShape {
  /** The provider's name of the type. */
  readonly type: string
  readonly kind: BlockKind
  /** Fields that the provider demands, with what they must hold. */
  readonly required: readonly (readonly [field: string, check: FieldCheck])[]
  /** All fields that the provider permits; null where it ignores extra ones. */
  readonly fields: ReadonlySet<string> | null
  /** The roles in which the block may stand; null: in all. */
  readonly roles: readonly Role[] | null
  /** A call that the provider runs itself, or the result of one. */
  readonly server: boolean
  /** A call that a server of the caller's runs (MCP): its id may be any that a call of the client may have. */
  readonly clientId?: boolean
  /** The input of the call is free text, whatever the rules say of others. */
  readonly freeInput?: boolean
  /** The object behind the key that is named like the type. */
  readonly inner?: InnerShape
  /** The block is a union: its one key is its type. */
  readonly union?: true
  /** It marks a place and holds nothing of its own: what must lead or stand alone may have it between. */
  readonly mark?: true
  /** What stands behind it goes out as a message of its own: behind a `step` that called something, behind what a person said (`turn`) always. */
  readonly opens?: 'step' | 'turn'
  /** The model says it itself, although it is of no kind that is known everywhere (`other`). */
  readonly spoken?: true
  /** It may hold media, although it is neither media nor a result. */
  readonly holdsMedia?: true
  /** Results only: the types of call that it may answer; absent: all. */
  readonly answers?: ReadonlySet<string>
  /** The input of the call is not looked at: the provider's own tools have inputs of their own. */
  readonly anyInput?: boolean
  /** A call or a result that is no part of a pair, as far as the provider is known. */
  readonly unpaired?: boolean
  /** Calls only: they may stay without an answer. */
  readonly answerOptional?: boolean
  /** It may not carry a cache mark, though its other fields are free. */
  readonly uncached?: boolean
  /** It stands for an item that the server holds: a call or a result may be behind it. */
  readonly pointer?: boolean
}

/** The shape of what the format does not know. */
export const unknownShape: BlockShape = {
  type: '',
  kind: 'unknown',
  required: [],
  fields: null,
  roles: null,
  server: false,
}
