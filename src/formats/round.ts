/** What a reader finds in a message; bits, for one message may answer and ask. */
export const found = {
  /** Not plainly right: the round is linted. */
  strange: 0,
  /** A person speaks. */
  asks: 1,
  /** The model speaks. */
  speaks: 2,
  /** Calls are answered. */
  answers: 4,
  /** The first call carries no signature, which is right only before the last prompt. */
  unsigned: 8,
  /** The model thinks, in a block that may be bound to what stands before it. */
  thinks: 16,
} as const

/** More parallel calls than this are left to the full lint; their answers are kept as bits. */
const maxOpen = 24

/**
 * A round while it is read: the calls of one turn of the assistant, and which of them have their result. One object serves all
 * rounds of a list, and writes all ids into one: what a round that is not proven has written is overwritten by the next.
 */
export class Round {
  /** The ids of the proven rounds; behind them those of the round that is read. */
  readonly #ids: string[]
  /** Where the calls stand among the ids. */
  readonly #calls: number[] = []
  #from = 0
  #end = 0
  #callCount = 0
  #opened = 0
  #answered = 0
  /** Reasoning stands at the end that must be followed by an item of the model. */
  awaitsItem = false
  /** Something else than results was seen in the turn that answers. */
  otherSeen = false

  constructor(ids: string[] = []) {
    this.#ids = ids
  }

  /** Begins the next round; the ids of the last one stay when it is proven. */
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

  /** The id of the first call; where ids are optional, names stand in. */
  get firstCall(): string | undefined {
    return this.#callCount === 0 ? undefined : this.#ids[this.#calls[0]!]
  }

  /** Opens a call; false when its id is taken or there are too many. */
  call(id: string): boolean {
    const count = this.#callCount
    if (count >= maxOpen || (count > 0 && this.placeOf(id) >= 0)) return false
    this.#calls[count] = this.#end
    this.#callCount = count + 1
    this.#opened = (this.#opened << 1) | 1
    this.#take(id)
    return true
  }

  /** Notes the id of an item that is no call; false when it is taken. */
  name(id: string): boolean {
    const end = this.#end
    if (end - this.#from - this.#callCount >= maxOpen) return false
    for (let at = this.#from; at < end; at += 1) if (this.#ids[at] === id) return false
    this.#take(id)
    return true
  }

  /** Which of the calls has that id; -1: none. */
  placeOf(id: string): number {
    const count = this.#callCount
    for (let place = 0; place < count; place += 1) if (this.#ids[this.#calls[place]!] === id) return place
    return -1
  }

  /** Gives the call of that id its result; false when no call waits for it. */
  answer(id: string): boolean {
    return this.answerAt(this.placeOf(id))
  }

  /** As {@link answer}, for {@link placeOf} that id. */
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

  /** How many calls and items have an id. */
  get idCount(): number {
    return this.#end - this.#from
  }

  /** Where the ids of this round begin in the list of all. */
  get idStart(): number {
    return this.#from
  }

  #take(id: string): void {
    this.#ids[this.#end] = id
    this.#end += 1
  }
}

/**
 * Reads what is plainly right in a format, without making views: nothing in it may be anything that a strategy reports under
 * the rules that the reader was made for. It proves health, never a fault.
 */
export interface RoundReader {
  /**
   * Above 0 where the format's own reading takes the message for the assistant's. Which number it is means something to the reader
   * alone, who gets it back with the message.
   */
  kindOf(raw: unknown): number
  /** What a message of the assistant is, in {@link found}. */
  speech(raw: unknown, round: Round, kind: number): number
  /** What any other message is, in {@link found}. */
  reply(raw: unknown, round: Round, kind: number): number
}
