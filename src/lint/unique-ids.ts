import { hashOf, tail, tailHashOf } from './tail-hash.ts'

/** Slots a search may pass before it gives up: whoever makes ids that collide must not make the screen slow. */
const maxProbes = 64

/** Where each id of a list stands, by its hash. */
interface Table {
  /** How many of its last letters the hash of an id counts: all of them where many ids end alike. */
  readonly letters: number
  readonly hashes: Int32Array
  /** In each slot the place of an id in the list, plus one. */
  readonly slots: Int32Array
}

/**
 * Tells whether ids repeat, and where one stands, while they are collected in a list. Some are hashed in a row, soon after their
 * letters have been read: between the steps that read them, each took twice as long. They are told apart all at once when they
 * have been collected, for between any two the messages would push the table out of the nearest cache. An id is looked at again
 * only when it is probably the same: a `Set` looks at many, and was half of the cost of a screen.
 */
export class UniqueIds {
  readonly #ids: readonly string[]
  #hashes: Int32Array
  #taken = 0
  #table: Table | null | undefined

  /** @param expected how many ids there will be about; more are taken, too */
  constructor(ids: readonly string[], expected: number) {
    this.#ids = ids
    this.#hashes = new Int32Array(expected + 16)
  }

  /** Takes the ids of the list up to a place, from where it took the last. */
  take(end: number): void {
    while (end > this.#hashes.length) this.#hashes = grown(this.#hashes)
    const hashes = this.#hashes
    const ids = this.#ids
    for (let place = this.#taken; place < end; place += 1) hashes[place] = tailHashOf(ids[place]!)
    this.#taken = end
  }

  /** The same id stands there twice, or that cannot be told quickly. */
  get repeats(): boolean {
    return this.#tableOfAll() === null
  }

  /** Where an id stands in the list; -1 when it does not, or when ids repeat. */
  find(id: string): number {
    const table = this.#tableOfAll()
    if (table === null) return -1
    return (
      table.slots[slotOf(table, this.#ids, id, table.letters === tail ? tailHashOf(id) : hashOf(id), Infinity)]! - 1
    )
  }

  /**
   * In which round an id stands; -1 where it stands in none.
   *
   * @param ends how many ids there are up to the end of each round
   */
  roundOf(id: string, ends: Int32Array, count: number): number {
    const at = this.find(id)
    let [first, last] = [0, at < 0 ? 0 : count]
    while (first < last) {
      const middle = (first + last) >> 1
      if (ends[middle]! > at) last = middle
      else first = middle + 1
    }
    return at < 0 ? -1 : first
  }

  #tableOfAll(): Table | null {
    if (this.#table === undefined)
      this.#table =
        tableOf(this.#ids, tail, this.#hashes) ??
        tableOf(
          this.#ids,
          Infinity,
          Int32Array.from(this.#ids, (id) => hashOf(id)),
        )
    return this.#table
  }
}

function grown(hashes: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(hashes.length * 2)
  larger.set(hashes)
  return larger
}

/** The table of some ids; null when one repeats, or when too many have one hash. */
function tableOf(ids: readonly string[], letters: number, hashes: Int32Array): Table | null {
  const { length } = ids
  const slots = new Int32Array(2 ** (32 - Math.clz32(length * 2)))
  const table = { letters, hashes, slots }
  for (let place = 0; place < length; place += 1) {
    const slot = slotOf(table, ids, ids[place]!, hashes[place]!, maxProbes)
    if (slot < 0 || slots[slot] !== 0) return null
    slots[slot] = place + 1
  }
  return table
}

/** The slot of an id, or the free one where it belongs; -1 when that takes more probes. */
function slotOf({ hashes, slots }: Table, ids: readonly string[], id: string, hash: number, probes: number): number {
  const last = slots.length - 1
  for (let probe = 0, slot = hash & last; probe < probes; probe += 1, slot = (slot + 1) & last) {
    const place = slots[slot]!
    if (place === 0 || (hashes[place - 1] === hash && ids[place - 1] === id)) return slot
  }
  return -1
}
