/** The stack of open containers, one byte each: with a hostile, deeply nested line, an array would become a huge heap object. */
export class Nesting {
  #kinds = new Uint8Array(64)
  #depth = 0

  get depth(): number {
    return this.#depth
  }

  get innermost(): number | undefined {
    return this.#kinds[this.#depth - 1]
  }

  open(kind: number): void {
    if (this.#depth === this.#kinds.length) {
      const wider = new Uint8Array(2 * this.#depth)
      wider.set(this.#kinds)
      this.#kinds = wider
    }
    this.#kinds[this.#depth] = kind
    this.#depth += 1
  }

  close(): void {
    this.#depth -= 1
  }
}
