/**
 * How often a mark stands in a text.
 *
 * @example
 * countOf('{"a":{}', '{') // 2
 */
export const countOf = (text: string, mark: string): number => text.split(mark).length - 1
