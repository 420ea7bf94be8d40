import { anyOf } from '../words/any-of.ts'

/** First person and contrast (*however*, *actually*), which no refusal uses. */
const musing: RegExp = anyOf(
  [/i (?!\w{0,12}get\b)[a-z]+/, /our (?!doc)\w+/, /however/, /though/, /actually/],
  (words) => `(?<![\\w'.[-])(?:${words})\\b`,
)

/** Signs of an error in the text: an error word, a quotation, a colon that ends a line. */
const error =
  /[{}]|\b[45]\d\d\b|error|exception|fail|invalid|reject|refus|complain|say|repl(?:y|ies)|returns|错误|报错|["“`'](?:[^\s"”`']+ ){4}|[:：][^\S\n]*\n/i

/** The words begin a line (also a quoted one) or follow a colon: `I keep getting: …`. */
const shown = /(?:^|\n)[\s>]*$|[:：]\s{1,4}(?:(?:[^\s.,;]{1,20} ){0,3}|\p{Lu}[^.;!?\n]{0,80})$/u

/**
 * Whether the words at a place are part of somebody's own findings, in a text that shows no error. A complaint that only the
 * grammar reads there is then no provider's.
 *
 * @param start position of the words in the text
 * @example
 * isMusing('I find the response does not include reasoning_content', 2) // true
 */
export function isMusing(text: string, start: number): boolean {
  const lead = text.slice(text.lastIndexOf('\n\n', start) + 1, start)
  return !shown.test(lead) && musing.test(lead) && !error.test(text)
}
