import { isWellFormed, isWellFormedName } from '../../transcript/well-formed.ts'
import { isLegalSignature } from '../is-legal-signature.ts'
import { type Fields, fieldsOf } from '../plain.ts'
import type { Round } from '../round.ts'
import type { Rules } from '../rules.ts'
import { carrierFields, isSealField } from './reasoning-seal.ts'

/**
 * The provider options of a part, read in one walk: reading the same few fields four times took half of the screen of a list for the
 * Responses API. One object serves all parts of a list.
 */
export class ToldOptions {
  /** The first item id among the options; not noted when messages may share one. */
  item: string | undefined
  /** The options carry the reasoning itself or its item id: the part needs no text. */
  carriesReasoning = false
  /** A reasoning item must be followed by an item of the model. */
  readonly #followed: boolean
  readonly #idsUnique: boolean
  /** The minimal form of a signature, where the provider demands one. */
  readonly #seals: RegExp | undefined
  #named: string | undefined

  constructor({ itemIdsUnique, reasoningFollowed, signaturePattern }: Rules) {
    this.#seals = signaturePattern
    this.#followed = reasoningFollowed !== undefined
    this.#idsUnique = itemIdsUnique === true || this.#followed
  }

  /** To be called before the first part of a message. */
  begin(): void {
    this.#named = undefined
  }

  /** Notes the part's item in the round; false when another message has its id. Neighbouring parts may share one item. */
  nameItem(round: Round, isReasoning: boolean): boolean {
    const { item } = this
    round.awaitsItem = isReasoning && this.#followed && item !== undefined
    if (item === undefined || item === this.#named) return true
    this.#named = item
    return round.name(item)
  }

  /** To be called for a part without options. */
  clear(): void {
    this.item = undefined
    this.carriesReasoning = false
  }

  /** Reads options with one object per package; false when they have another form, or hold a lone surrogate. */
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

  /** Whether the field is known. Field names are interned, so comparing two of them reads no characters. */
  #notes(field: string, value: string): boolean {
    // Nearly the only field over the Responses API, so it is compared first.
    if (field === 'itemId') {
      if (this.#idsUnique) this.item ??= value
      return (this.carriesReasoning = true)
    }
    for (let index = 0; index < carrierFields.length; index += 1)
      if (carrierFields[index] === field) return (this.carriesReasoning = true)
    return false
  }
}
