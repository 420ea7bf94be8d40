import { anyOf } from './any-of.ts'

/** Who says what he thinks, and finds that something is otherwise: no refusal speaks of itself, or weighs one thing against another. */
const musing: RegExp = anyOf(
  [/i (?!\w{0,12}get\b)[a-z]+/, /our (?!doc)\w+/, /however/, /though/, /actually/],
  (words) => `(?<![\\w'.[-])(?:${words})\\b`,
)

/** What shows that an error is told with it: a word for one, a quotation, a mark that leads to it. */
const error =
  /[{}]|\b[45]\d\d\b|error|exception|fail|invalid|reject|refus|complain|say|repl(?:y|ies)|returns|错误|报错|["“`'](?:[^\s"”`']+ ){4}|[:：][^\S\n]*\n/i

/** What begins a line is shown there, a quotation in a post too, and so is what a colon leads to: `I keep getting: …`. */
const shown = /(?:^|\n)[\s>]*$|[:：]\s{1,4}(?:(?:[^\s.,;]{1,20} ){0,3}|\p{Lu}[^.;!?\n]{0,80})$/u

/**
 * Whether the words at a place stand in what somebody tells of his own findings, in a text that shows no error: where nothing
 * but the grammar reads a complaint there, it is his.
 *
 * @param start position of the words in the text
 * @example
 * isMusing('I find the response does not include reasoning_content', 2) // true
 */
export function isMusing(text: string, start: number): boolean {
  const lead = text.slice(text.lastIndexOf('\n\n', start) + 1, start)
  return !shown.test(lead) && musing.test(lead) && !error.test(text)
}
