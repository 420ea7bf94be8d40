const header = 'anthropic-beta'

/** Headers with further beta values; those that are there stay, in their order, and none appears twice. */
export function withBetas(headers: HeadersInit | undefined, betas: readonly string[]): Headers {
  const result = new Headers(headers)
  if (betas.length === 0) return result
  const present = (result.get(header) ?? '').split(',').map((value) => value.trim())
  result.set(header, [...new Set([...present.filter(Boolean), ...betas])].join(','))
  return result
}
