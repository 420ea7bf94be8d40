import { isSettled } from './is-settled.ts'
import { quotingLine } from './quoting-line.ts'

/** Small words, and letters, of which English has none. Chinese, which writes no small words, tells more by its verbs. */
const foreign = /(?<!\p{L})(?:ich|der|das|den|nur|je|les?|une?|el|que|il|een|um|mostra)(?!\p{L})|[а-яぁ-ヿ가-힣]/iu

/** What may come, or comes of something, unless somebody says that it does so to him; why it came. */
const condition =
  /wenn (?!ich|wir)|falls|weil|si (?!je )|cuando (?!\p{L}+o )|quando (?!\p{L}+o )|если|может|もし|場合/iu
/** What explains an error, or asks about it. */
const explains = /^\W{0,3}(?:bedeutet|signifi|vien|значит|は|는)|^\?/
/** Korean documents end their sentences so; who tells of himself is polite. */
const plainStyle = /(?<!니)다\./
const REACH = 500

/**
 * Whether somebody tells in another language than English that he got the error that his line quotes: told is what came,
 * where nothing says that it may come, what it means, or that it is over.
 *
 * @param start position of the words in the text
 * @example
 * isToldAbroad('Ich bekomme „roles must alternate“', 13) // true
 */
export function isToldAbroad(text: string, start: number): boolean {
  const line = quotingLine(text, start)
  return (
    line !== null &&
    foreign.test(line.lead + line.behind) &&
    !condition.test(line.lead) &&
    !explains.test(line.behind) &&
    !plainStyle.test(text.slice(start, start + REACH)) &&
    !isSettled(text, start)
  )
}
