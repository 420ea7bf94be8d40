export type JsonRecord = Record<string, unknown>

export const isRecord = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

export const asText = (value: unknown): string => (typeof value === 'string' ? value : '')

/** JSON with sorted keys and without the named keys; `input` is user data and keeps all its keys. */
export function canonicalJson(value: unknown, without: readonly string[] = []): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item, without)).join(',')}]`
  if (!isRecord(value)) return JSON.stringify(value) ?? 'null'
  const keys = Object.keys(value)
    .filter((key) => value[key] !== undefined && !without.includes(key))
    .toSorted()
  const fields = keys.map(
    (key) => `${JSON.stringify(key)}:${canonicalJson(value[key], key === 'input' ? [] : without)}`,
  )
  return `{${fields.join(',')}}`
}
