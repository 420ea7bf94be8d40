import { anyOf } from '../words/any-of.ts'

/** What a program does to a history that a provider would refuse. */
const verbs =
  'insert|add|append|prepend|dropp|remov|delet|skipp|stripp|filter|prun|merg|convert|replac|renam|fill|clos|heal|repair|fix|patch|synthesi[sz]|inject|resiz|replay|restor|normali[sz]|saniti[sz]|ignor|discard|demot|coerc|wrapp|mov'

const mended: RegExp = anyOf(
  [
    // Behind the complaint: `…; inserted a placeholder`, `…, replaying the history`.
    `(?:[;:,—–]|->|→|\\band)\\s(?:now |will be |auto-?)?(?:${verbs})(?:ed|ing)\\b(?! (?:to|by) be\\b)`,
    // In its place: `orphaned result call_9 converted to text`.
    `(?<!\\b(?:be|been|being|is|are|was|were|not|ha[sd]|have|get|or) )\\b(?:${verbs})ed(?: (?:as|by|from|into|to|with) [^,;.:]{1,40}| \\(?\\d{1,6}\\)?)?[.!"'\\x60}]{0,4}(?: \\w{1,30}=\\S{1,60}){0,6}\\s*$`,
    // As what it goes on: `orphaned result call_9 → text`.
    `(?:->|→|=>) (?:plain |user )?(?:text|placeholder)\\b`,
    // And what came of it: `… repaired; retry accepted`.
    `\\b(?:${verbs})ed[;,:.] (?:\\w{1,12} ){0,3}(?:succeeded|accepted|continued|resumed)\\b`,
    // At the beginning, counted or named: `closed 1 dangling call`, `healing history: …`.
    `^\\W{0,4}(?:\\w{1,40}[^\\w\\n]{1,4}){0,12}?(?:${verbs})(?:ed|ing|e)(?: (?:\\d|missing\\b|orphan|dangling|empty)|[ :](?:history|session|transcript)\\b)`,
  ].map((source) => new RegExp(source)),
)

/**
 * Whether a program reports what it has mended, rather than a provider what it refuses.
 *
 * @example
 * isMended('tool_use toolu_1 has no tool_result; inserted a placeholder') // true
 */
export const isMended = (text: string): boolean => mended.test(text)
