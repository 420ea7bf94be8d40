/** A map that forgets what was asked for least recently. Nothing but that: where sizes, times or endings count, there is lru-cache. */
export class BoundedMap<Value> {
  readonly #max: number
  readonly #values: Map<string, Value> = new Map()

  constructor(max: number) {
    this.#max = max
  }

  get(key: string): Value | undefined {
    const value = this.#values.get(key)
    if (value === undefined) return undefined
    // A map keeps the order in which its keys were set.
    this.#values.delete(key)
    this.#values.set(key, value)
    return value
  }

  set(key: string, value: Value): void {
    this.#values.delete(key)
    this.#values.set(key, value)
    if (this.#values.size > this.#max) this.#values.delete(this.#values.keys().next().value!)
  }
}
