/** The longest note that a program leaves in place of an address or of bytes, in characters. */
export const longestNote = 300

/**
 * Whether words stand in place of an address: programs that shorten a session write a note about what they removed.
 *
 * @example
 * isNote('[image removed]') // true
 */
export function isNote(address: string): boolean {
  if (address.length > longestNote || /^[a-z][a-z\d+.-]*:/i.test(address)) return false
  return /[\s()[\]{}<>…]/.test(address)
}
