/** Keeps the end of a text that grows without limit. */
export class RingText {
  readonly #limit: number
  #pieces: string[] = []
  #length = 0
  #total = 0

  /** Keeps at least `limit` characters, at most twice as many. */
  constructor(limit: number) {
    this.#limit = limit
  }

  /** Number of all characters ever pushed. */
  get total(): number {
    return this.#total
  }

  push(text: string): void {
    this.#pieces.push(text.length > 2 * this.#limit ? text.slice(-2 * this.#limit) : text)
    this.#total += text.length
    this.#length += this.#pieces.at(-1)!.length
    while (this.#pieces.length > 1 && this.#length - this.#pieces[0]!.length >= this.#limit)
      this.#length -= this.#pieces.shift()!.length
    if (this.#pieces.length > 1_024) this.#pieces = [this.#pieces.join('')]
  }

  toString(): string {
    return this.#pieces.join('')
  }
}
