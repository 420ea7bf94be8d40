import { anyOf } from '../words/any-of.ts'
import { quotingLine } from './quoting-line.ts'

/** Before a quoted error: it is avoided or classified, another issue's, not reproducible, or thrown by the program's own check. */
const before: RegExp = anyOf([
  /^\W{0,4}(?:classif|treat|map|recogni|prevent|avoid|guard|suppress|work-?around|stops? retry|retry (?:on|when))[^:：]*$/,
  /\bdup\w* of\b|\bwhether $|sanitizers? throws /,
  /(?:\b(?:would|might|may|no longer|not|able to)|n['’]t) (?:trigger|cause|throw|reproduce|hit)s?(?: \w+){0,3} $/,
  /éviter|évite|evita|ya no|damit|verhinder|чтобы не|больше не|不会?再|避免|防止/,
])

/** Behind a quoted error: it no longer occurs, how it is classified, or that the issue is closed. */
const behind =
  /^(?: (?:no longer|as [\w-]*able\b|[45]\d\ds|(?:nicht )?mehr|больше не)|[.,;)]* closing|[をが을를]? ?(?:防|回避|避け|방지))/i

/**
 * Whether the line that quotes the words at a place reports no error that came: it is avoided, gone, classified, a duplicate,
 * or thrown by a check of the program's own.
 *
 * @param start position of the words in the text
 * @example
 * isSettled('Classify "roles must alternate" as non-retryable', 10) // true
 */
export function isSettled(text: string, start: number): boolean {
  const line = quotingLine(text, start)
  return line !== null && (before.test(line.lead) || behind.test(line.behind))
}
