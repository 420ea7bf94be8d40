import { maskSecrets } from '../../json/mask-secrets.ts'

/** Characters that are legal in JSON, but that a terminal obeys or reorders. */
const unsafe = /[\u007F-\u009F\u061C\u200E\u200F\u2028-\u202E\u2066-\u2069]/g

/** JSON with secrets masked inside its strings, and with C1 controls and bidirectional marks escaped (I12): it may be looked at. */
export function toJson(value: unknown, indent?: number): string {
  const json = JSON.stringify(
    value,
    (_key, each: unknown) => (typeof each === 'string' ? maskSecrets(each.toWellFormed()) : each),
    indent,
  )
  // All of these stand inside strings: JSON itself is written in ASCII.
  return json.replaceAll(unsafe, (character) => String.raw`\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
