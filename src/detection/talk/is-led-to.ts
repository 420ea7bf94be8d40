import { before } from '../words/before.ts'
import { isAnnounced } from './is-announced.ts'

/** The words begin a line, or follow a colon, a bracket, a quotation mark or a status. */
const shown =
  /(?:^|\n)[^\p{L}\n]*(?:\[\w{1,20}\][^\p{L}\n]*)?$|[:：=]\s{0,3}[^\s.,;]{0,40}\s?$|["'`“‘「{[>|·]\s*[^\s"'`”]{0,30}$|\b[45]\d\d\b[^.,;]{0,40}$/u

/** How many characters before the words are looked at. */
const REACH = 200

/** An error word with a mark, or the beginning of a refusal. */
const label =
  /(?:error|exception|err|fail(?:ed|ure)|reject(?:ed)?|refused?|invalid|reason|message|detail|response|status|错误|失败|报错)[^\p{L}\s]|bad request|unable to|(?:could|can)(?: ?not|n?['’]?t) (?:be )?(?:process|complete|handle|serve|accept|sen[dt])|please|\b[45]\d\d\b/iu

/** A status below the words: the client's sentence stands above the error itself. */
const printedBelow = /\n(?:[\w ]{1,30}: ){1,3}[45]\d\d\b/

const empty = /\n[^\S\n]*\n/

/** The paragraph that holds a place, up to it. */
export const leadOf = (text: string, start: number): string => text.slice(0, start).split(empty).at(-1) as string

/** The end of the paragraph, or of a line that is a question about the error. */
const endOfRest = /\n(?:\s*\n|.*[?？]\s*$)/

/** The paragraph that holds a place, from it. */
export const restOf = (text: string, end: number): string => text.slice(end).split(endOfRest)[0] as string

/**
 * Whether anything introduces the words at a place as an error: a mark, an error word, a status, an announcement. Without
 * one they may be part of somebody's own sentence.
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
