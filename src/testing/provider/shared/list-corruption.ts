import { createRandom, type Random } from './random.ts'
import type { JsonRecord } from './records.ts'

/** Where a corruption strikes: at the first or last place that it can, or at a random one. */
export type Place = 'first' | 'last' | 'random'

/** One kind of damage to a list of messages. `apply` works on a copy; null: the list offers no place for it. */
export type ListCorruption = {
  name: string
  /** The fault type that it stands for. */
  faultType: string
  apply: (messages: readonly JsonRecord[], random?: Random, place?: Place) => JsonRecord[] | null
}

export type PickPlace = <Item>(items: readonly Item[]) => Item | undefined
export type ListDamage = (copy: JsonRecord[], pick: PickPlace) => boolean | void

/** Makes a corruption out of a change of a private copy; the change returns false when there is nothing to damage. */
export function listCorruption(
  name: string,
  faultType: string,
  damage: ListDamage,
  clone: (messages: readonly JsonRecord[]) => JsonRecord[] = (messages) => messages.map(copyData),
): ListCorruption {
  return {
    name,
    faultType,
    apply(messages, random = createRandom(1), place = 'random') {
      const copy = clone(messages)
      const pick: PickPlace = (items) => {
        if (items.length === 0) return undefined
        return place === 'first' ? items[0] : place === 'last' ? items.at(-1) : random.pick(items)
      }
      return damage(copy, pick) === false ? null : copy
    },
  }
}

/** A deep copy of plain data. What `structuredClone` refuses or need not copy (URLs, bytes, class instances) is shared. */
export function copyData<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyData) as Value
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyData(inner)])) as Value
}
