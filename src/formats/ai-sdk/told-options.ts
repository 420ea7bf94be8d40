import { isWellFormed, isWellFormedName } from '../../transcript/well-formed.ts'
import { type Fields, fieldsOf } from '../plain.ts'
import { carrierFields } from './reasoning-seal.ts'

/**
 * What the packages of providers were told of a part, read in one walk: half of what a list over the Responses API cost its screen
 * was to go through the same few fields four times. One object serves all parts of a list.
 */
export class ToldOptions {
  /** The first id under which a provider keeps the part. */
  itemId: string | undefined
  /** Reasoning itself is among it, or its name: such a part needs no text. */
  carriesReasoning = false

  /** For a part of which nothing was told. */
  clear(): void {
    this.itemId = undefined
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
        if (this.#notes(field, value)) continue
      } else if (typeof value === 'object' && value !== null && !isWellFormed(value, 2)) return false
      if (!isWellFormedName(field)) return false
    }
    return true
  }

  /** Whether it is a field that is known. Names of fields are kept once: to compare two reads no letter. */
  #notes(field: string, value: string): boolean {
    if (field === 'itemId') this.itemId ??= value
    for (let index = 0; index < carrierFields.length; index += 1)
      if (carrierFields[index] === field) return (this.carriesReasoning = true)
    return false
  }
}
