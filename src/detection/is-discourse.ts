import { isAnnounced } from './is-announced.ts'

/** What ties a sentence to others: conjunctions, words that point back or compare, what was. */
const ties =
  /(?<![\w'`"-])(?:if|which|than|its|them|they|their|it|could|might|because|when|whenever|while|unless|until|once|then|both|own|per|some|always|already|instead|rather|like|though|although|how|why|what|was|were)(?![\w'`"-])|若|则|如果|因为|因此|所以|而且?|由于|会[导报触]|需要|然后|导致|可能/gi

/** What no refusal says: that something follows, comes about, or is so as well. */
const strong =
  /(?<![\w'`"-])(?:so|whose|where|will|would(?! exceed)|never|also|even|however|otherwise|now|just|still|since)(?![\w'`"-])/i

const ENOUGH = 2

/** Code and quotations are somebody else's words. */
const foreign = /`[^`\n]*`|"[^"\n]*"/g

/** What begins a line is shown there, and so is what a colon, a bracket or a quotation mark leads to, or a status. */
const shown =
  /(?:^|\n)[^\p{L}\n]*(?:\[\w{1,20}\][^\p{L}\n]*)?$|[:：=]\s{0,3}[^\s.,;]{0,40}\s?$|["'`“‘「{[>|]\s*[^\s"'`”]{0,30}$|\b[45]\d\d\b[^.,;]{0,40}$/u

/** A word for an error, with a mark; the beginning of a refusal. */
const label =
  /(?:error|exception|err|fail(?:ed|ure)|reject(?:ed)?|refused?|invalid|reason|message|detail|response|status|错误|失败|报错)[^\p{L}\s]|bad request|unable to|please|\b[45]\d\d\b/iu

/** Who ends a line with a colon shows below what he speaks of. */
const leadsOn = /[:：][^\S\n]*(?:\n|$)/

/** The error itself, with its status, below what a client says of it. */
const printedBelow = /\n(?:[\w ]{1,30}: ){1,3}[45]\d\d\b/

const empty = /\n[^\S\n]*\n/

/**
 * Whether the words at a place are part of what somebody explains: sentences that depend on each other. A refusal says one
 * thing; what depends on another, points back or tells what would happen is not said by it.
 *
 * @param start position of the words in the text
 * @param end position behind them
 * @example
 * isDiscourse('Deleting a turn orphans the tool result behind it, so the next one fails', 24, 35) // true
 */
export function isDiscourse(text: string, start: number, end: number): boolean {
  const lead = text.slice(0, start).split(empty).at(-1) as string
  if (shown.test(lead) || label.test(lead) || printedBelow.test(text) || isAnnounced(text, start)) return false
  const paragraph = lead + text.slice(start, end) + (text.slice(end).split(empty)[0] as string)
  if (leadsOn.test(paragraph)) return false
  const own = paragraph.replaceAll(foreign, '')
  return strong.test(own) || (own.match(ties)?.length ?? 0) >= ENOUGH
}
