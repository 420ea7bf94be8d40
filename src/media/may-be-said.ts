import { isCaption } from './is-caption.ts'
import { isPayload } from './is-payload.ts'

/** A word without capitals and digits, or in a script that has no capitals, among other words. */
const word = /(?:^|\s)\p{Ll}{2,}[.,;:!?)]*(?:\s|$)|\p{Lo}/u
const several = /\S\s+\S|\p{Lo}/u
/** An address, a path, or markup. */
const machine = /^\s*(?:\w+:\S|[/~\\]|\.{1,2}[/\\])/

/**
 * Whether the text of a field beside a medium may be somebody's words: every text of a caption, elsewhere a text that reads as words. Names
 * of cameras and programs, times and paths come from programs.
 *
 * @example
 * mayBeSaid('zettel', 'Only the left wall') // true
 * mayBeSaid('exif', 'Canon EOS 5D') // false
 */
export function mayBeSaid(field: string, value: unknown): value is string {
  if (typeof value !== 'string' || value.trim() === '') return false
  return isCaption(field) || (several.test(value) && word.test(value) && !machine.test(value) && !isPayload(value))
}
