/**
 * Hands out unique names. The last number of each stem is remembered: thousands of names may share a stem, and each would otherwise
 * try all the numbers before its own.
 *
 * @example
 * const names = new NumberedNames(['x 1'])
 * names.take('x', (count) => `x ${count}`) // 'x 2'
 */
export class NumberedNames {
  readonly #taken: Set<string>
  readonly #counts = new Map<string, number>()

  constructor(taken: Iterable<string> = []) {
    this.#taken = new Set(taken)
  }

  /** The first free of the names that a stem and a number, from 1, make; it is taken then. */
  take(stem: string, named: (count: number) => string): string {
    let count = this.#counts.get(stem) ?? 0
    let name: string
    do name = named((count += 1))
    while (this.#taken.has(name))
    this.#counts.set(stem, count)
    this.#taken.add(name)
    return name
  }
}
