import { answersJson } from '../json/answers-json.ts'

/**
 * Reads values as a client would serialise them. Database documents and class instances may define `toJSON`, as whole messages, as
 * blocks or deeper inside; their own fields are not what is sent, so the linter must not judge those (I4). A value without any `toJSON`
 * inside comes back as it is. Bytes are left alone: whoever encodes them decides their form. One instance serves one run.
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
