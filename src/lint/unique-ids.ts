/** Slots a search may pass before it gives up: whoever makes ids that collide must not make the screen slow. */
const maxProbes = 64
/** Ids of one program differ in their last letters; those of OpenAI are fifty long, and to read them all cost most of a screen. */
const tail = 6

/** Where each id of a list stands, by its hash. */
interface Table {
  /** How many of its last letters the hash of an id counts: all of them where many ids end alike. */
  readonly letters: number
  readonly hashes: Int32Array
  /** In each slot the place of an id in the list, plus one. */
  readonly slots: Int32Array
}

/**
 * Tells whether ids repeat, and where one stands. They are told apart all at once when they have been collected: then the table
 * stays in the nearest cache, from which the messages would push it out between any two. It knows the hash of each, so that an
 * id is looked at only when it is probably the same: a `Set` looks at many, and was half of the cost of a screen.
 */
export class UniqueIds {
  readonly #ids: readonly string[]
  readonly #table: Table | null

  /** @param ids all of them; what is added later is not known */
  constructor(ids: readonly string[]) {
    this.#ids = ids
    this.#table = tableOf(ids, tail) ?? tableOf(ids, Infinity)
  }

  /** The same id stands there twice, or that cannot be told quickly. */
  get repeats(): boolean {
    return this.#table === null
  }

  /** Where an id stands in the list; -1 when it does not, or when ids repeat. */
  find(id: string): number {
    const table = this.#table
    if (table === null) return -1
    const place = slotOf(table, this.#ids, id, hashOf(id, table.letters), Infinity)
    return table.slots[place]! - 1
  }
}

/** The table of some ids; null when one repeats, or when too many have one hash. */
function tableOf(ids: readonly string[], letters: number): Table | null {
  const { length } = ids
  const hashes = new Int32Array(length)
  for (let place = 0; place < length; place += 1) hashes[place] = hashOf(ids[place]!, letters)
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(length * 2 + 1)))
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
