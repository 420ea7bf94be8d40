/** What is open, innermost last: a byte each, since an array of a hostile line's nesting is one of the heap's large objects. */
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
