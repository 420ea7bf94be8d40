import { escapedBytes, hexBytes, mark } from './json-bytes.ts'

const unicodeEscape = 0x75

/**
 * Reads a JSON string from its opening quote: the index after the closing quote, or `-1 - index` of the byte that breaks it (the end
 * of the input, if the string is torn).
 *
 * @example
 * matchString(Buffer.from('"a",'), 0, 4) // 3
 */
export function matchString(bytes: Uint8Array, start: number, end: number): number {
  let at = start + 1
  while (at < end) {
    const byte = bytes[at]!
    if (byte === mark.quote) return at + 1
    if (byte < 0x20) return -1 - at
    if (byte === mark.backslash) {
      const after = matchEscape(bytes, at, end)
      if (after < 0) return after
      at = after
    } else at += 1
  }
  return -1 - end
}

/** The same for an escape, from its backslash. */
function matchEscape(bytes: Uint8Array, start: number, end: number): number {
  const at = start + 1
  if (at >= end) return -1 - end
  const escape = bytes[at]!
  if (escape !== unicodeEscape) return escapedBytes[escape] === 1 ? at + 1 : -1 - at
  for (let digit = at + 1; digit <= at + 4; digit += 1) {
    if (digit >= end) return -1 - end
    if (hexBytes[bytes[digit]!] === 0) return -1 - digit
  }
  return at + 5
}
