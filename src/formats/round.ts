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
} as const

/** More parallel calls than this are left to the full lint; their answers are kept as bits. */
const maxOpen = 24

/** A round while it is read: the calls of one turn of the assistant, and which of them have their result. */
export class Round {
  /** Ids of the calls, in order; where ids are optional, names stand in. */
  readonly calls: string[] = []
  /** Ids of items that are no calls. */
  readonly names: string[] = []
  /** Reasoning stands at the end that must be followed by an item of the model. */
  awaitsItem = false
  /** Something else than results was seen in the turn that answers. */
  otherSeen = false
  #answered = 0

  reset(): void {
    if (this.calls.length > 0) this.calls.length = 0
    if (this.names.length > 0) this.names.length = 0
    this.awaitsItem = false
    this.otherSeen = false
    this.#answered = 0
  }

  /** Opens a call; false when its id is taken or there are too many. */
  call(id: string): boolean {
    if (this.calls.length >= maxOpen || this.calls.includes(id)) return false
    this.calls.push(id)
    return true
  }

  /** Notes the id of an item; false when it is taken. */
  name(id: string): boolean {
    if (this.names.length >= maxOpen || this.names.includes(id)) return false
    this.names.push(id)
    return true
  }

  /** Gives the call of that id its result; false when no call waits for it. */
  answer(id: string): boolean {
    const bit = 1 << this.calls.indexOf(id)
    // No such call: the sign bit.
    if (bit < 0 || (this.#answered & bit) !== 0) return false
    this.#answered |= bit
    return true
  }

  /** Every call has its result. */
  get isSettled(): boolean {
    return this.#answered === 2 ** this.calls.length - 1
  }
}

/**
 * Reads what is plainly right in a format, without making views: nothing in it may be anything that a strategy reports under
 * the rules that the reader was made for. It proves health, never a fault.
 */
export interface RoundReader {
  /** Whether the format's own reading takes the message for the assistant's. */
  isAssistant(raw: unknown): boolean
  /** What a message of the assistant is, in {@link found}. */
  speech(raw: unknown, round: Round): number
  /** What any other message is, in {@link found}. */
  reply(raw: unknown, round: Round): number
}
