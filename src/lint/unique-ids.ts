/** Slots a search may pass before it gives up: whoever makes ids that collide must not make the screen slow. */
const maxProbes = 64
const firstSize = 256

/**
 * Tells whether ids repeat, while they are collected in a list. It keeps the hash of each, so that an id that was read long
 * ago, and has left the caches since, is looked at only when it is probably the same: a `Set` looks at many, and was half of
 * the cost of a screen.
 */
export class UniqueIds {
  readonly #ids: readonly string[]
  /** In each slot the place of an id in the list, plus one, and its hash. */
  #slots = new Int32Array(firstSize)
  #hashes = new Int32Array(firstSize)
  #count = 0

  constructor(ids: readonly string[]) {
    this.#ids = ids
  }

  /** Takes the id at a place of the list; false when the same was there before, or when that cannot be told quickly. */
  take(place: number): boolean {
    if (this.#count * 2 >= this.#slots.length) this.#grow()
    const id = this.#ids[place]!
    const hash = hashOf(id)
    const slot = this.#slotOf(id, hash)
    if (slot < 0 || this.#slots[slot] !== 0) return false
    this.#slots[slot] = place + 1
    this.#hashes[slot] = hash
    this.#count += 1
    return true
  }

  /** Where an id stands in the list; -1 when it does not. */
  find(id: string): number {
    const slot = this.#slotOf(id, hashOf(id))
    return slot < 0 ? -1 : this.#slots[slot]! - 1
  }

  /** The slot of an id, or the free one where it belongs; -1 when none is near. */
  #slotOf(id: string, hash: number): number {
    const slots = this.#slots
    const last = slots.length - 1
    for (let probe = 0, slot = hash & last; probe < maxProbes; probe += 1, slot = (slot + 1) & last) {
      const place = slots[slot]!
      if (place === 0 || (this.#hashes[slot] === hash && this.#ids[place - 1] === id)) return slot
    }
    return -1
  }

  #grow(): void {
    const slots = this.#slots
    const hashes = this.#hashes
    const last = slots.length * 4 - 1
    this.#slots = new Int32Array(last + 1)
    this.#hashes = new Int32Array(last + 1)
    for (let from = 0; from < slots.length; from += 1) {
      if (slots[from] === 0) continue
      const hash = hashes[from]!
      let slot = hash & last
      while (this.#slots[slot] !== 0) slot = (slot + 1) & last
      this.#slots[slot] = slots[from]!
      this.#hashes[slot] = hash
    }
  }
}

/** FNV-1a with its bits mixed, for the lowest choose the slot. */
function hashOf(id: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < id.length; index += 1) hash = Math.imul(hash ^ id.charCodeAt(index), 16777619)
  return hash ^ (hash >>> 15)
}
