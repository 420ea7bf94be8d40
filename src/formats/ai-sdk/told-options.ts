import { isWellFormed, isWellFormedName } from '../../transcript/well-formed.ts'
import { isLegalSignature } from '../is-legal-signature.ts'
import { type Fields, fieldsOf } from '../plain.ts'
import type { Round } from '../round.ts'
import type { Rules } from '../rules.ts'
import { carrierFields, isSealField } from './reasoning-seal.ts'

/**
 * What the packages of providers were told of a part, read in one walk: half of what a list over the Responses API cost its screen
 * was to go through the same few fields four times. One object serves all parts of a list.
 */
export class ToldOptions {
  /** The id of the item that a provider keeps of the part, the first that is told; where messages may share one, none is noted. */
  item: string | undefined
  /** Reasoning itself is among it, or its name: such a part needs no text. */
  carriesReasoning = false
  /** The item is reasoning that an item of the model must follow. */
  readonly #followed: boolean
  readonly #idsUnique: boolean
  /** What a seal looks like at least, where a provider demands it. */
  readonly #seals: RegExp | undefined
  #named: string | undefined

  constructor({ itemIdsUnique, reasoningFollowed, signaturePattern }: Rules) {
    this.#seals = signaturePattern
    this.#followed = reasoningFollowed !== undefined
    this.#idsUnique = itemIdsUnique === true || this.#followed
  }

  /** Before the first part of a message. */
  begin(): void {
    this.#named = undefined
  }

  /** Names the item of a part in the round; false when another message has its id. The parts of one item stand side by side. */
  nameItem(round: Round, isReasoning: boolean): boolean {
    const { item } = this
    round.awaitsItem = isReasoning && this.#followed && item !== undefined
    if (item === undefined || item === this.#named) return true
    this.#named = item
    return round.name(item)
  }

  /** For a part of which nothing was told. */
  clear(): void {
    this.item = undefined
    this.carriesReasoning = false
  }

  /** Reads options with an object for each package; false where they have another form, or hold half a surrogate pair. */
  read(options: unknown): boolean {
    this.clear()
    const packages = fieldsOf(options)
    if (packages === null) return false
    for (const name in packages) {
      const own = fieldsOf(packages[name])
      if (own === null || !isWellFormedName(name) || !this.#readOwn(own)) return false
    }
    return true
  }

  #readOwn(own: Fields): boolean {
    for (const field in own) {
      const value = own[field]
      if (typeof value === 'string') {
        if (!value.isWellFormed()) return false
        if (this.#seals !== undefined && !isLegalSignature(value, this.#seals)) return false
        if (this.#notes(field, value)) continue
      } else if (isSealField(field) || (typeof value === 'object' && value !== null && !isWellFormed(value)))
        return false
      if (!isWellFormedName(field)) return false
    }
    return true
  }

  /** Whether it is a field that is known. Names of fields are kept once: to compare two reads no letter. */
  #notes(field: string, value: string): boolean {
    // Nearly all that is told over the Responses API, so it is asked for first and alone.
    if (field === 'itemId') {
      if (this.#idsUnique) this.item ??= value
      return (this.carriesReasoning = true)
    }
    for (let index = 0; index < carrierFields.length; index += 1)
      if (carrierFields[index] === field) return (this.carriesReasoning = true)
    return false
  }
}
