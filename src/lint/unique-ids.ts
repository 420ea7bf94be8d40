/** Slots a search may pass before it gives up: whoever makes ids that collide must not make the screen slow. */
const maxProbes = 64
const firstSize = 256
/** Ids of one program differ in their last letters; those of OpenAI are fifty long, and to read them all cost most of a screen. */
const tail = 6
const none = new Int32Array()

/**
 * Tells whether ids repeat, while they are collected in a list. It keeps the hash of each, so that an id that was read long
 * ago, and has left the caches since, is looked at only when it is probably the same: a `Set` looks at many, and was half of
 * the cost of a screen.
 */
export class UniqueIds {
  readonly #ids: readonly string[]
  /** In each slot the place of an id in the list, plus one, and behind it its hash. None before the first id: many lists have none. */
  #slots: Int32Array = none
  #last: number
  #count = 0
  /** How many of its last letters the hash of an id counts: all of them once many ids end alike. */
  #letters = tail

  /** @param expected how many ids there will be about; more are taken, too */
  constructor(ids: readonly string[], expected = 0) {
    this.#ids = ids
    this.#last = Math.max(firstSize, 2 ** Math.ceil(Math.log2(expected * 2))) - 1
  }

  /** Takes the id at a place of the list; false when the same was there before, or when that cannot be told quickly. */
  take(place: number): boolean {
    if (this.#count === 0) this.#slots = new Int32Array((this.#last + 1) * 2)
    else if (this.#count * 2 > this.#last) this.#rebuild((this.#last + 1) * 4 - 1, this.#letters)
    const id = this.#ids[place]!
    const hash = hashOf(id, this.#letters)
    const slot = this.#slotOf(id, hash, maxProbes)
    if (slot < 0 && this.#letters === tail) {
      this.#rebuild(this.#last, Infinity)
      return this.take(place)
    }
    if (slot < 0 || this.#slots[slot] !== 0) return false
    this.#slots[slot] = place + 1
    this.#slots[slot + 1] = hash
    this.#count += 1
    return true
  }

  /** Where an id stands in the list; -1 when it does not. */
  find(id: string): number {
    return this.#count === 0 ? -1 : this.#slots[this.#slotOf(id, hashOf(id, this.#letters), Infinity)]! - 1
  }

  /** Where the slot of an id begins, or the free one where it belongs; -1 when that takes more probes. */
  #slotOf(id: string, hash: number, probes: number): number {
    const slots = this.#slots
    const last = this.#last
    for (let probe = 0, slot = hash & last; probe < probes; probe += 1, slot = (slot + 1) & last) {
      const place = slots[slot * 2]!
      if (place === 0 || (slots[slot * 2 + 1] === hash && this.#ids[place - 1] === id)) return slot * 2
    }
    return -1
  }

  /** Spreads the ids over another number of slots, or by other letters. */
  #rebuild(last: number, letters: number): void {
    const former = this.#slots
    const slots = new Int32Array((last + 1) * 2)
    for (let from = 0; from < former.length; from += 2) {
      const place = former[from]!
      if (place === 0) continue
      const hash = letters === this.#letters ? former[from + 1]! : hashOf(this.#ids[place - 1]!, letters)
      let slot = hash & last
      while (slots[slot * 2] !== 0) slot = (slot + 1) & last
      slots[slot * 2] = place
      slots[slot * 2 + 1] = hash
    }
    this.#slots = slots
    this.#last = last
    this.#letters = letters
  }
}

/**
 * FNV-1a of the last letters, and of the first where it is none of them: it tells kinds of ids apart. Its bits are mixed, for
 * the lowest choose the slot.
 */
function hashOf(id: string, letters: number): number {
  const { length } = id
  let hash = length > letters ? 0x811c9dc5 ^ id.charCodeAt(0) : 0x811c9dc5
  for (let index = Math.max(0, length - letters); index < length; index += 1)
    hash = Math.imul(hash ^ id.charCodeAt(index), 16777619)
  return hash ^ (hash >>> 15)
}
