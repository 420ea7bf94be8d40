/** Headers with further values of list headers; those that are there stay, in their order, and none appears twice. */
export function withHeaderValues(
  headers: HeadersInit | undefined,
  added: readonly (readonly [name: string, values: readonly string[]])[],
): Headers {
  const result = new Headers(headers)
  for (const [name, values] of added) {
    if (values.length === 0) continue
    const present = (result.get(name) ?? '').split(',').map((value) => value.trim())
    result.set(name, [...new Set([...present.filter(Boolean), ...values])].join(','))
  }
  return result
}
