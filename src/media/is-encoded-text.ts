/** A word may be written in the letters of base64 alone; so many of them that happen to be decoded to text are none. */
const shortest = 16
const unreadable = /[^\P{Cc}\s]|\ufffd/u

/**
 * Whether a text in the letters of base64 is evidently one, with text in it, and no word of its own.
 *
 * @example
 * isEncodedText('SGVsbG8=') // true
 * isEncodedText('Hello') // false
 */
export function isEncodedText(data: string): boolean {
  if (data.length % 4 !== 0 || (data.length < shortest && !data.endsWith('='))) return false
  return !unreadable.test(Buffer.from(data, 'base64').toString('utf8'))
}
