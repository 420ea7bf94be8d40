/** JSON that shows what JSON cannot: sets, maps, patterns, and that there is a function. */
export function shown(value: unknown, indent?: number): string {
  const text = JSON.stringify(
    value,
    (_, inner: unknown) => {
      if (inner instanceof Set || inner instanceof Map) return [...inner]
      if (inner instanceof RegExp || typeof inner === 'bigint') return String(inner)
      return typeof inner === 'function' ? '(function)' : inner
    },
    indent,
  )
  return text ?? 'undefined'
}

/** What a call gives, or what it throws: some of them make no sense for some blocks. */
export function told(look: () => unknown): unknown {
  try {
    return look() ?? null
  } catch (cause) {
    return `throws ${(cause as Error).name}`
  }
}
