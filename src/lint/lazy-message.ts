import type { Format } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import type { Block, ContentShape, Message } from '../transcript/transcript.ts'
import type { Role } from '../transcript/role.ts'

/** A plain message: hardly one is ever looked into, so it is read when it is asked for its blocks. */
export class LazyMessage implements Message {
  readonly index: number
  readonly raw: unknown
  readonly role: Role
  readonly plain = true
  readonly content: ContentShape = 'blocks'
  turnIndex = -1
  readonly #format: Format
  readonly #rules: Rules
  #blocks: readonly Block[] | undefined

  constructor(raw: unknown, index: number, role: Role, format: Format, rules: Rules) {
    this.raw = raw
    this.index = index
    this.role = role
    this.#format = format
    this.#rules = rules
  }

  get blocks(): readonly Block[] {
    return (this.#blocks ??= this.#format
      .read(this.raw, this.index, this.#rules)
      .blocks.map((block) => ({ ...block, message: this })))
  }
}
