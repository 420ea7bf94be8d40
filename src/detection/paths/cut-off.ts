import { anyOf } from '../words/any-of.ts'
import { countOf } from '../words/count-of.ts'
import { knownNames } from './path-words.ts'

/** A text without the mark of a cut. */
export interface CutText {
  readonly text: string
  /** It ends inside a sentence. */
  readonly isCut: boolean
  /** Its last word is cut, and only one goes on so; or a complaint is over with it. */
  readonly isCompleted: boolean
}

/** So much of the end tells a cut. */
const TAIL = 120

/** What a log, an inspector or a client puts in the place of the rest. */
const cutMark: RegExp = anyOf(
  [
    /(?:…|\.{3})(?: ?[[(<]?\+?\d{1,9} (?:more )?(?:char|byte)\w{0,10}(?: (?:truncated|omitted|more))?)?/,
    /(?<=[[(<](?:(?:…|\.{3}) ?)?)(?:truncated|cut|clipped|snip)[^\n]{0,40}/,
    /(?<=[[(<])(?:\+\d{1,9} (?:char|byte)|\d{1,9} (?:char|byte)\w{0,10} (?:truncated|omitted|more))/,
    /\d{1,9} more character/,
  ],
  (mark) => `(?<!\\bretry[^\\n]{0,40})(?:['"\`]?\\s{0,9}[[(<]?(?:${mark})){1,2}[\\w\\])>}"'\`.\\s]{0,12}$`,
)

/** What every mark holds: to look for one at each place of a text costs as much as half the wordings. */
const mayBeCut = /…|\.{3}|[[(<](?:truncated|cut|clipped|snip|\+?\d{1,9} (?:char|byte))|more character/i

/**
 * Tells a text that ends before its sentence does: by a mark, by a body or a quotation that nothing closes. The word in which
 * it ends is completed where only one name begins so.
 *
 * @example
 * readCut('tool_use ids were found without `tool_resu…') // { text: 'tool_use ids were found without `tool_result', isCut: true }
 */
export function readCut(text: string): CutText {
  const tail = text.slice(-TAIL)
  const rest = mayBeCut.test(tail) ? tail.replace(cutMark, '') : tail
  if (rest.length === tail.length && !(insideSentence.test(tail) && isOpen(text)))
    return { text, isCut: false, isCompleted: false }
  const completed = rest.replace(lastWord, complete)
  const isCompleted = completed.length > rest.length || isSaid.test(rest)
  return { text: text.slice(0, text.length - tail.length) + completed, isCut: true, isCompleted }
}

/** Not where a field has just been closed, or the next one begins. */
const insideSentence = /^(?![^]*["'`]\s{0,4},\s{0,20}["'`]?\w{0,12}$)[^]*[\w`,:]\s{0,20}$/

const isOpen = (text: string): boolean =>
  (countOf(text, '{') > countOf(text, '}') && /\{\s{0,20}\\{0,20}["']/.test(text)) || countOf(text, '`') % 2 === 1

const lastWord = /(?<=[^\w\\])[a-z][a-z_-]{2,}$/i

const words: ReadonlySet<string> = new Set([
  ...[...knownNames].filter((name) => name.length > 6),
  ...'tool_result assistant whitespace non-whitespace non-empty modified alternate corresponding redacted_thinking'.split(
    ' ',
  ),
])

/** With these a complaint is over, though its sentence may go on. */
const lastWords =
  'empty blank required missing mismatch malformed supported unsupported permitted provided accepted acceptable found exist expired modified unmodified changed altered edited decrypted decoded verified fetched null'.split(
    ' ',
  )

const isSaid = new RegExp(`\\b(?:${lastWords.join('|')})$`, 'i')

/** What complaints end in, and what begins as these do: told by half of the word. */
const endings = [
  ...lastWords,
  ...'invalid expected characters surrogate message content context image field parameter back number'.split(' '),
]

/** The name that begins so, if all that do agree; of those that go on, the shortest. */
function complete(start: string): string {
  const lower = start.toLowerCase()
  const goesOn = (word: string): boolean => word.startsWith(lower)
  const ends = (word: string): boolean => goesOn(word) && start.length * 2 + 1 >= word.length
  const found = [...[...words].filter(goesOn), ...endings.filter(ends)]
  const shortest = found.reduce((a, b) => (b.length < a.length ? b : a), found[0] ?? start)
  return found.every((word) => word.startsWith(shortest)) ? shortest : start
}
