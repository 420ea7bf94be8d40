type Json = null | boolean | number | string | Json[] | { [field: string]: Json }

/** What takes the place of a value. */
const others: readonly Json[] = ['', ' ', 'other', 'cut \ud83d', null, 7, [], {}]

/** Every JSON value that differs from this one in one place: a part that is gone, doubled, added, or another value. */
export function* oneChange(value: Json): Generator<Json> {
  for (const other of others) if (JSON.stringify(other) !== JSON.stringify(value)) yield other
  if (typeof value === 'string') yield `${value}x`
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) {
      yield value.toSpliced(index, 1)
      yield value.toSpliced(index, 0, structuredClone(item))
      for (const changed of oneChange(item)) yield value.with(index, changed)
    }
  } else if (typeof value === 'object' && value !== null) {
    yield { ...value, unheard: 'of' }
    for (const [field, inner] of Object.entries(value)) {
      const { [field]: _gone, ...rest } = value
      yield rest
      for (const changed of oneChange(inner)) yield { ...value, [field]: changed }
    }
  }
}
