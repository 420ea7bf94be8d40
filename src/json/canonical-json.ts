import { answersJson } from './answers-json.ts'

/** Hints to the provider's cache. Clients move them from turn to turn, so they are no part of a message's identity. */
const volatileKeys: ReadonlySet<string> = new Set(['cache_control', 'cacheControl'])

/**
 * JSON with sorted keys and without the volatile ones: equal for two copies of a message, whatever way they took.
 * Undefined when the value has no JSON form. Throws as `JSON.stringify` does, and on cycles a RangeError.
 */
export function canonicalJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (answersJson(value)) return canonicalJson(value.toJSON())
  if (Array.isArray(value)) {
    let items = ''
    for (let index = 0; index < value.length; index += 1)
      items += (index === 0 ? '' : ',') + (canonicalJson(value[index]) ?? 'null')
    return `[${items}]`
  }
  let fields = ''
  for (const key of sortedKeys(value)) {
    if (volatileKeys.has(key)) continue
    const text = canonicalJson((value as Readonly<Record<string, unknown>>)[key])
    if (text !== undefined) fields += `${fields === '' ? '' : ','}${JSON.stringify(key)}:${text}`
  }
  return `{${fields}}`
}

/** Most objects have few keys, and many have them in order already. */
function sortedKeys(value: object): readonly string[] {
  const keys = Object.keys(value)
  let former = ''
  for (const key of keys) {
    if (key < former) return keys.sort()
    former = key
  }
  return keys
}
