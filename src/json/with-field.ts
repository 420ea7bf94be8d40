/** A copy of a raw object with one field set, or left out when the value is undefined; the order of fields and the prototype stay. */
export function withField(raw: unknown, field: string, value: unknown): unknown {
  const source = raw as object
  const copy: Record<string, unknown> = Object.assign(
    Object.create(Object.getPrototypeOf(source) as object | null),
    source,
  )
  if (value === undefined) delete copy[field]
  else copy[field] = value
  return copy
}
