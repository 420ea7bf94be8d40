/** Short words may consist of base64 letters by chance; a longer string that decodes to readable text is no coincidence. */
const shortest = 16
const unreadable = /[^\P{Cc}\s]|\ufffd/u

/**
 * Whether a string is evidently base64 of a text, and not a word in the letters of base64.
 *
 * @example
 * isEncodedText('SGVsbG8=') // true
 * isEncodedText('Hello') // false
 */
export function isEncodedText(data: string): boolean {
  if (data.length % 4 !== 0 || (data.length < shortest && !data.endsWith('='))) return false
  return !unreadable.test(Buffer.from(data, 'base64').toString('utf8'))
}
