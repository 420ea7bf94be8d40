/** Hints to the provider's cache. Clients move them from turn to turn, so they do not belong to a message's identity. */
const volatileKeys: ReadonlySet<string> = new Set(['cache_control', 'cacheControl'])

/**
 * JSON with sorted keys and without the volatile ones: equal for two copies of a message, whatever way they took.
 * Undefined when the value has no JSON form. Throws as `JSON.stringify` does, and on cycles a RangeError.
 */
export function canonicalJson(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON())
  if (Array.isArray(value)) return `[${Array.from(value, (item) => canonicalJson(item) ?? 'null').join(',')}]`
  const fields: string[] = []
  for (const [key, field] of Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (volatileKeys.has(key)) continue
    const text = canonicalJson(field)
    if (text !== undefined) fields.push(`${JSON.stringify(key)}:${text}`)
  }
  return `{${fields.join(',')}}`
}
