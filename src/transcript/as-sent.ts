import { answersJson } from '../json/answers-json.ts'

/**
 * Reads values as a client sends them, for the length of one run: documents of a database and classes of a program answer `toJSON`
 * with what they say, as messages, as blocks in them or further inside, and whoever reads their fields reads what nobody sends (I4).
 * What answers nothing inside is itself. Bytes are left to those who encode them.
 *
 * @example
 * new AsSent().read({ role: 'user', content: [{ _doc: {}, toJSON: () => ({ type: 'text', text: 'hi' }) }] })
 * // { role: 'user', content: [{ type: 'text', text: 'hi' }] }
 */
export class AsSent {
  readonly #said = new Map<unknown, unknown>()
  readonly #given = new Map<unknown, unknown>()
  readonly #isRead: ((value: unknown) => boolean) | undefined

  /** @param isRead knows values that the client reads itself: they are not asked */
  constructor(isRead?: (value: unknown) => boolean) {
    this.#isRead = isRead
  }

  /** What is sent of a value: always the same object for one that is given. */
  read(value: unknown): unknown {
    return this.#changed(value, this.#said, this.#given)
  }

  /** The same value with the caller's own in place of what was read of it, wherever that stands. */
  given<Value>(value: Value): Value {
    return (this.#given.size > 0 ? this.#changed(value, this.#given) : value) as Value
  }

  #changed(value: unknown, known: Map<unknown, unknown>, back?: Map<unknown, unknown>): unknown {
    if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
    if (known.has(value)) return known.get(value)
    if (this.#isRead?.(value)) return value
    let changed: unknown = value
    const take = (inner: unknown, key: number | string): void => {
      const other = this.#changed(inner, known, back)
      if (other === inner) return
      if (changed === value) changed = Array.isArray(value) ? [...value] : { ...value }
      Reflect.set(changed as object, key, other)
    }
    if (!answersJson(value)) {
      // By their indexes, and by fields that a loop names, items are read in half the time that any key takes.
      if (Array.isArray(value)) value.forEach(take)
      else for (const key in value) take((value as Readonly<Record<string, unknown>>)[key], key)
    } else if (back) {
      const text = JSON.stringify(value) as string | undefined
      // What answers nothing is left out where it stands.
      changed = text && JSON.parse(text)
    }
    if (changed !== value) {
      known.set(value, changed)
      back?.set(changed, value)
    }
    return changed
  }
}
