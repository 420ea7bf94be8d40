import { before } from './before.ts'
import { isAnnounced } from './is-announced.ts'

/** What begins a line is shown there, and so is what a colon, a bracket or a quotation mark leads to, or a status. */
const shown =
  /(?:^|\n)[^\p{L}\n]*(?:\[\w{1,20}\][^\p{L}\n]*)?$|[:：=]\s{0,3}[^\s.,;]{0,40}\s?$|["'`“‘「{[>|·]\s*[^\s"'`”]{0,30}$|\b[45]\d\d\b[^.,;]{0,40}$/u

/** So much before the words shows what leads to them. */
const REACH = 200

/** A word for an error, with a mark; the beginning of a refusal. */
const label =
  /(?:error|exception|err|fail(?:ed|ure)|reject(?:ed)?|refused?|invalid|reason|message|detail|response|status|错误|失败|报错)[^\p{L}\s]|bad request|unable to|(?:could|can)(?: ?not|n?['’]?t) (?:be )?(?:process|complete|handle|serve|accept|sen[dt])|please|\b[45]\d\d\b/iu

/** The error itself, with its status, below what a client says of it. */
const printedBelow = /\n(?:[\w ]{1,30}: ){1,3}[45]\d\d\b/

const empty = /\n[^\S\n]*\n/

/** The paragraph that holds a place, up to it. */
export const leadOf = (text: string, start: number): string => text.slice(0, start).split(empty).at(-1) as string

/** Who asks what to do about an error does so in a paragraph or a line of his own. */
const endOfRest = /\n(?:\s*\n|.*[?？]\s*$)/

/** The paragraph that holds a place, from it. */
export const restOf = (text: string, end: number): string => text.slice(end).split(endOfRest)[0] as string

/**
 * Whether anything leads to the words at a place as to an error: a mark, a word for one, a status, somebody who got it. What
 * nothing leads to may be part of a sentence of somebody.
 *
 * @param start position of the words in the text
 */
export function isLedTo(text: string, start: number): boolean {
  const lead = leadOf(text, start)
  return (
    shown.test(before(lead, lead.length, REACH)) ||
    label.test(lead) ||
    printedBelow.test(text) ||
    isAnnounced(text, start)
  )
}
