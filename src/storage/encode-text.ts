import { quoted } from '../json/quoted.ts'

/**
 * Identifiers in columns. A broken transcript may hold ids with lone surrogates, which the UTF-8 of a database would all turn
 * into U+FFFD; as JSON without the quotes they stay apart, and a common id reads as itself.
 */
export function encodeText(text: string): string {
  return quoted(text)
}

/** Throws a SyntaxError for a text that {@link encodeText} never wrote. */
export function decodeText(text: string): string {
  return String(JSON.parse(`"${text}"`))
}
