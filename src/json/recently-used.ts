/**
 * A map with text keys that drops its least recently used entry when it is full. The linter runs in browsers and edge workers as well,
 * where a library for this would be an eighth of all that is loaded.
 *
 * @example
 * const known = new RecentlyUsed<number>(128)
 * known.set('a', 1)
 */
export class RecentlyUsed<Value> {
  readonly #entries: Map<string, Value> = new Map()
  readonly #most: number
  /** The last key: most lookups repeat it. */
  #last: string | undefined

  constructor(most: number) {
    this.#most = most
  }

  get(key: string): Value | undefined {
    const value = this.#entries.get(key)
    if (value !== undefined && key !== this.#last) this.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#last = key
    this.#entries.delete(key)
    this.#entries.set(key, value)
    if (this.#entries.size > this.#most) this.#entries.delete(this.#entries.keys().next().value as string)
  }
}
