import { isLedTo, leadOf, restOf } from './is-led-to.ts'

/** Words that tie sentences together: conjunctions, pronouns, comparisons, past tense. */
const ties =
  /(?<![\w'`"-])(?:if|(?:long|soon|far) as|than|them|they|their|it|could|might|because|when|whenever|while|unless|until|once|then|both|own|per|some|always|already|instead|rather|like|though|although|how|why|what|was|were)(?![\w'`"-])|若|则|如果|因为|因此|所以|而且?|由于|会[导报触]|需要|然后|导致|可能/gi

/** Words that also point back within one sentence (*a call without its result, which is not allowed*): counted only across sentences. */
const pointers = /(?<![\w'`"-])(?:which|its|we(?! recommend)|still|however)(?![\w'`"-])/gi

/** Where the next sentence begins. */
const nextSentence = /[.!?]\s+\S|[。？！]\s*\S/u

/** Words that no refusal uses: consequences, additions, and persons other than the reader. One is enough. */
const strong =
  /(?<![\w'`"-])(?:so|whose|where|will|would(?! exceed)|never|also|even|otherwise|now|just|since(?! (?:v?\d|today|yesterday|this (?:morning|week)|(?:the |my )?(?:last |latest )?(?:updat|upgrad|release)))|who|he|she|him|his|her|people|every(?:body|one)|some(?:body|one)|no(?:body| one)|us|our(?! doc))(?![\w'`"-])/i

/** A question, which no refusal asks either. */
const asks = /\p{L}[?？](?:\s|$)/u

const ENOUGH = 2

/** A line that ends with its sentence: the next may be somebody else's. */
const endOfLine = /[.!?:。？！：][^\S\n]*\n|[?？]\s/

/** Up to the end of the line that ends with its sentence. */
const lineOf = (rest: string): string => rest.slice(0, (endOfLine.exec(rest)?.index ?? rest.length) + 1)

const matchesIn = (text: string, words: RegExp): number => text.match(words)?.length ?? 0

/** A condition that opens a sentence: `If the tool result is missing, set …`. A refusal may end with one. */
const supposed = /(?:^|[.!?:;*_(\n-])\s*(?:if|whenever|in case)\s+(?:(?:an?|the|any|its|that)\s+)?$/i

/** Code and quotations, which are not the writer's own words. */
const foreign = /`[^`\n]*`|"[^"\n]*"/g

/** A line that ends with a colon introduces what stands below. */
const leadsOn = /[:：][^\S\n]*(?:\n|$)/

/**
 * Whether the words at a place are part of an explanation: sentences that depend on each other. A refusal says one thing; it
 * does not depend on another sentence, point back, or tell what would happen.
 *
 * @param start position of the words in the text
 * @param end position behind them
 * @example
 * isDiscourse('Deleting a turn orphans the tool result behind it, so the next one fails', 24, 35) // true
 */
export function isDiscourse(text: string, start: number, end: number): boolean {
  if (isLedTo(text, start)) return false
  if (supposed.test(leadOf(text, start))) return true
  const paragraph =
    (leadOf(text, start).split(endOfLine).at(-1) as string) + text.slice(start, end) + lineOf(restOf(text, end))
  if (leadsOn.test(paragraph)) return false
  const own = paragraph.replaceAll(foreign, '')
  if (strong.test(own) || asks.test(own)) return true
  const pointing = nextSentence.test(own) ? matchesIn(own, pointers) : 0
  return matchesIn(own, ties) + pointing >= ENOUGH
}
