import { before } from '../words/before.ts'
import { isLedTo, leadOf } from './is-led-to.ts'

/** A verb or a word that states something about a thing. */
const predicate =
  /\b(?:must|should|cannot|can|may|needs?|requires?|required|expects?|expected|is|are|was|were|be|has|have|had|does|do|exceeds?|supports?|accepts?|takes|allows?|allowed|contains?|ends?|starts?|begins?|references?|reuses?|not?|mismatch|error)\b|n['’]t\b|\p{Script=Han}/iu

/** A thing with a relative clause, which is no statement: `the tool message that could not be processed`. */
const relative = /^(?:\w+[ _-]){1,4}that (?:could|can|was|were|is|are|has|have)\b/i

/** Words before a thing that say that it was found in a request, or cannot be read. */
const found =
  /(?:^|[\s(])(?:contain(?:s|ed|ing)?|ha(?:s|ve|d)|found|finds?|encountered|detected|got|received|sees?|saw|includ(?:es?|ed)|accepts|there (?:is|are|was|were|(?:must|should) be)|references?|uses?|used|(?:ends?|starts?|begins?|reached) with|before|after|cannot|could not|can['’]t|couldn['’]t|(?:fail(?:ed|s|ure)?|unable) to|invalid|unknown|(?:message|item)(?: \d+)? is)\s+(?:(?:an?|the|this|\d+|one|two|multiple|some|more than \w+)\s+)*$/i

/** The beginning of a sentence, up to adjectives of the thing. */
const head =
  /^[^\p{L}]*(?:(?:an?|the|this|your|no|each|one|some|ai|input|user|assistant|system|native|agent|messages?)[\s_-]*|\p{Lu}\w+[\s_-]+)?$/iu

/** The part of a name before the words: in `genai.Part.ThoughtSignature` they begin with the whole name. */
const restOfName = /[\w.]+$/
const longestName = 200

/** The position of a message in a list. */
const place = /\w\[\d+\]|\b(?:index|message|turn|item) \d/

/**
 * Whether the words at a place only name a thing (an orphaned result, a duplicate id) in a sentence about something else. A
 * refusal begins with the thing, says what is wrong with it, or that it was found.
 *
 * @param start position of the words in the text
 * @param end position behind them
 * @example
 * isNamedOnly('He removes an orphaned tool result.', 14, 34) // true
 * isNamedOnly('The list contains an orphaned tool result.', 21, 41) // false
 */
export function isNamedOnly(text: string, start: number, end: number): boolean {
  const words = text.slice(start, end)
  if (predicate.test(words) && !relative.test(words)) return false
  const from = start - (restOfName.exec(before(text, start, longestName))?.[0].length ?? 0)
  const sentence = leadOf(text, from)
    .split(/[.!?。;]\s|\n/)
    .at(-1) as string
  return !head.test(sentence) && !found.test(sentence) && !place.test(sentence) && !isLedTo(text, from)
}
