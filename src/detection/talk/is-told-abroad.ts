import { isSettled } from './is-settled.ts'
import { quotingLine } from './quoting-line.ts'

/** Function words and letters that English does not have. Chinese is told by its verbs (`is-announced.ts`). */
const foreign = /(?<!\p{L})(?:ich|der|das|den|nur|je|les?|une?|el|que|il|een|um|mostra)(?!\p{L})|[а-яぁ-ヿ가-힣]/iu

/** Conditions and reasons, unless the writer speaks of himself (*wenn ich*, *si je*). */
const condition =
  /wenn (?!ich|wir)|falls|weil|si (?!je )|cuando (?!\p{L}+o )|quando (?!\p{L}+o )|если|может|もし|場合/iu
/** Behind the quotation: an explanation of the error, or a question about it. */
const explains = /^\W{0,3}(?:bedeutet|signifi|vien|значит|は|는)|^\?/
/** The plain style of Korean documents; somebody who reports an error writes the polite one. */
const plainStyle = /(?<!니)다\./
const REACH = 500

/**
 * Whether a line in another language than English reports the error that it quotes: it states no condition, does not explain
 * the error and does not say that it is over.
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
