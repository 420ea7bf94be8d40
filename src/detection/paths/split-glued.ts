import { knownNames } from './path-words.ts'

/** What validators say behind a name. */
const glue = /(?:fieldrequired|inputshould|stringshould|extrainputs|must|is|cannot|failed)/g

/**
 * The name that a word begins with, where a log has lost all blanks.
 *
 * @example
 * splitGlued('contentfieldrequired') // 'content'
 */
export function splitGlued(word: string): string {
  if (word.length < 8 || knownNames.has(word)) return word
  const names = Array.from(word.matchAll(glue), ({ index }) => word.slice(0, index))
  return names.findLast((name) => knownNames.has(name)) ?? word
}
