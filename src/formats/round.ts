/** What a reader found in a message, as bits: one message may both answer calls and ask. */
export const found = {
  /** Not plainly right: the round has to be linted. */
  strange: 0,
  /** The user speaks. */
  asks: 1,
  /** The model speaks. */
  speaks: 2,
  /** Calls are answered. */
  answers: 4,
  /** The first call carries no signature, which is legal only before the last prompt. */
  unsigned: 8,
  /** The message holds thinking that may be bound to what stands before it. */
  thinks: 16,
} as const

/** Calls are kept as bits of one number; a round with more parallel calls is left to the full lint. */
const maxOpen = 24

/**
 * The state of a round while it is read: the calls of one assistant turn, and which of them have a result. One object serves all rounds of
 * a list and keeps all ids in one array; the ids of a round that was not proven are overwritten by the next round.
 */
export class Round {
  /** The ids of the proven rounds, followed by those of the current round. */
  readonly #ids: string[]
  /** Positions of the calls within `#ids`. */
  readonly #calls: number[] = []
  #from = 0
  #end = 0
  #callCount = 0
  #opened = 0
  #answered = 0
  /** The turn ends in reasoning that an item of the model must follow. */
  awaitsItem = false
  /** The answering turn holds something other than results. */
  otherSeen = false

  constructor(ids: string[] = []) {
    this.#ids = ids
  }

  /** Begins the next round; keeps the ids of the last round when it was proven. */
  next(isProven: boolean): void {
    if (isProven) this.#from = this.#end
    else this.#end = this.#from
    this.#callCount = 0
    this.#opened = 0
    this.#answered = 0
    this.awaitsItem = false
    this.otherSeen = false
  }

  get callCount(): number {
    return this.#callCount
  }

  /** The id of the first call (its name where ids are optional). */
  get firstCall(): string | undefined {
    return this.#callCount === 0 ? undefined : this.#ids[this.#calls[0]!]
  }

  /** Opens a call; false when its id is taken or the round has too many calls. */
  call(id: string): boolean {
    const count = this.#callCount
    if (count >= maxOpen || (count > 0 && this.placeOf(id) >= 0)) return false
    this.#calls[count] = this.#end
    this.#callCount = count + 1
    this.#opened = (this.#opened << 1) | 1
    this.#take(id)
    return true
  }

  /** Notes the id of an item that is no call; false when the id is taken. */
  name(id: string): boolean {
    const end = this.#end
    if (end - this.#from - this.#callCount >= maxOpen) return false
    for (let at = this.#from; at < end; at += 1) if (this.#ids[at] === id) return false
    this.#take(id)
    return true
  }

  /** The place of the call with that id; -1 when there is none. */
  placeOf(id: string): number {
    const count = this.#callCount
    for (let place = 0; place < count; place += 1) if (this.#ids[this.#calls[place]!] === id) return place
    return -1
  }

  /** Marks the call with that id as answered; false when no open call has it. */
  answer(id: string): boolean {
    return this.answerAt(this.placeOf(id))
  }

  /** As {@link answer}, for a place that {@link placeOf} returned. */
  answerAt(place: number): boolean {
    if (place < 0) return false
    const bit = 1 << place
    if ((this.#answered & bit) !== 0) return false
    this.#answered |= bit
    return true
  }

  /** Every call has its result. */
  get isSettled(): boolean {
    return this.#answered === this.#opened
  }

  /** The number of ids in this round, of calls and of other items. */
  get idCount(): number {
    return this.#end - this.#from
  }

  /** Where the ids of this round begin within the ids of the list. */
  get idStart(): number {
    return this.#from
  }

  #take(id: string): void {
    this.#ids[this.#end] = id
    this.#end += 1
  }
}

/**
 * Reads the plainly healthy messages of a format without making views: a message passes only if no strategy could report anything in it
 * under the reader's rules. It proves health, never a fault.
 */
export interface RoundReader {
  /**
   * Above 0 when the format reads the message as the assistant's. The number itself means something to the reader alone, which gets it back
   * with the message.
   */
  kindOf(raw: unknown): number
  /** What an assistant message is, as bits of {@link found}. */
  speech(raw: unknown, round: Round, kind: number): number
  /** What any other message is, as bits of {@link found}. */
  reply(raw: unknown, round: Round, kind: number): number
}
