/** What takes the place of a value. */
const others: readonly unknown[] = ['', ' ', 'other', 'cut \ud83d', null, 7, [], {}]

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype

/** What names an item of a list: a block by its type, a message by its role, a part by its fields. */
function nameOf(item: unknown): string {
  if (!isFields(item)) return typeof item
  return String(item['type'] ?? item['role'] ?? Object.keys(item).join())
}

function* instead(value: unknown): Generator {
  for (const other of others) if (JSON.stringify(other) !== JSON.stringify(value)) yield other
  if (typeof value === 'string') yield* [`${value}x`, value.slice(1)]
  if (typeof value === 'number') yield* [value + 1, value - 1, 0, -1, 0.5]
  if (typeof value === 'boolean') yield !value
}

/**
 * The value with one change: another value, a part that is gone, doubled or added. `seen` holds the places that were changed in former
 * values: a place is changed in the first that has it.
 */
export function* changesByPlace(value: unknown, seen: Set<string>, place: string): Generator {
  const isNew = !seen.has(place)
  seen.add(place)
  if (isNew) yield* instead(value)
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) {
      if (isNew) yield* [value.toSpliced(index, 1), value.toSpliced(index, 0, item)]
      const inner = changesByPlace(item, seen, `${place}.${nameOf(item)}`)
      for (const changed of inner) yield value.with(index, changed)
    }
  else if (isFields(value)) {
    if (isNew) yield { ...value, unheard: 'of' }
    for (const [field, held] of Object.entries(value)) {
      const { [field]: _gone, ...rest } = value
      if (isNew) yield rest
      for (const changed of changesByPlace(held, seen, `${place}.${field}`)) yield { ...value, [field]: changed }
    }
  }
}
