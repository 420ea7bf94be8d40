import { quoted } from '../json/quoted.ts'

/**
 * An identifier for a text column. A broken transcript may hold ids with lone surrogates, which a database's UTF-8 would all
 * turn into U+FFFD; escaped as JSON (without the quotes) they stay different, and a common id stays as it is.
 */
export function encodeText(text: string): string {
  return quoted(text)
}

/** Throws a SyntaxError for a text that {@link encodeText} never wrote. */
export function decodeText(text: string): string {
  return String(JSON.parse(`"${text}"`))
}
