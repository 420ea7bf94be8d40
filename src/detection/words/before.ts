/**
 * So much of a text before a position, or less where it begins.
 *
 * @example
 * before('400 bad request', 7, 3) // 'bad'
 */
export const before = (text: string, at: number, reach: number): string => text.slice(Math.max(0, at - reach), at)
