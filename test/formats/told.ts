import { hash } from 'node:crypto'

/** A text of more characters is shown by its hash: requests beyond a limit hold one of 30 MB in each view of them. */
const longest = 4096

function shownText(text: string): string {
  return text.length > longest ? `${text.length} characters, ${hash('sha1', Buffer.from(text, 'utf16le'))}` : text
}

/** JSON that shows what JSON cannot: sets, maps, patterns, and that there is a function. */
export function shown(value: unknown, indent?: number): string {
  const text = JSON.stringify(
    value,
    (_, inner: unknown) => {
      if (typeof inner === 'string') return shownText(inner)
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
