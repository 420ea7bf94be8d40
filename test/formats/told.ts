import { hash } from 'node:crypto'

/** A text of more characters is shown by its hash: requests beyond a limit hold one of 30 MB in each view of them. */
const longest = 4096

/** Such a text is made once and shown in dozens of views. */
const hashes = new Map<string, string>()

function shownText(text: string): string {
  if (text.length <= longest) return text
  const known = hashes.get(text) ?? hash('sha1', Buffer.from(text, 'utf16le'))
  hashes.set(text, known)
  return `${text.length} characters, ${known}`
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
