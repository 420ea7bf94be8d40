import { knownNames } from './path-words.ts'

/** What validators say behind a name. */
const glue = /^(?:fieldrequired|inputshould|stringshould|extrainputs|must|is|cannot|failed)/

/**
 * The name that a word begins with, where a log has lost all blanks.
 *
 * @example
 * splitGlued('contentfieldrequired') // 'content'
 */
export function splitGlued(word: string): string {
  if (word.length < 8 || knownNames.has(word)) return word
  for (let end = word.length - 2; end > 1; end--) {
    if (knownNames.has(word.slice(0, end)) && glue.test(word.slice(end))) return word.slice(0, end)
  }
  return word
}
