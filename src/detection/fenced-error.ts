import { isIncident, isSupposed, isTalk, isTheory } from './is-announced.ts'
import { isChange } from './is-change.ts'

/** How a block that is an error begins: its body, its status, its class, the name of an error. */
const errorHead =
  /^\s{0,40}(?:\[?\{|(?:messages|contents|input)[.[]\d|From [^\n]{2,60}\nError code|\[\w{3,30}\] \[|["']error["']: ?[{"']|\[?API Error\b|[✕■⎿×] |[\w-]{2,40}: API [45]\d\d\b|\[?[45]\d\d\b|\d{1,3} validation errors?\b|(?:unknown variant|missing field|invalid type:) |(?:HTTP|Bad [Rr]equest)\b|(?:[A-Z]\w{1,20} ){0,2}[\w.]{0,60}(?:[Ee]rror|Exception)\b)/

/** A line that opens or closes a block, in a quotation of a post as well. */
const fence = /(?:^|\n)[ \t>]{0,20}`{3,4}\w{0,20}[ \t]{0,20}(?=\n|$)/g

/** A document of an error has a title, or tells its cause and its remedy. */
const document =
  /^\s*#{1,6} (?!(?:error|bug|log|description|actual|what|错误|报错|问题|日志)\b)|(?:^|\n)[ \t]{0,8}(?:#{1,6} |\*\*|- )[^\n]{0,30}\b(?:cause|solution|fix|why|when|resolution|remed\w+|workaround|原因|解决)/i

interface Fence {
  readonly lead: string
  readonly body: string
  readonly rest: string
  readonly isAll: boolean
}

/** Of so many marks what leads to them is read. */
const LED = 16

/** The first block that is an error. */
function errorFence(text: string): Fence | null {
  if (!text.includes('```')) return null
  const fences = [...text.matchAll(fence)]
  for (let at = 0; at + 1 < fences.length; at += 2) {
    const [open, close] = [fences[at] as RegExpExecArray, fences[at + 1] as RegExpExecArray]
    const body = text.slice(open.index + open[0].length + 1, close.index)
    const [lead, rest] = [text.slice(0, open.index), text.slice(close.index + close[0].length)]
    if (errorHead.test(body) || (at < LED && isIncident(lead)))
      return { lead, body, rest, isAll: lead === '' && rest === '' }
  }
  return null
}

/**
 * The error that a post sets apart with a fence; null when none is. Who tells what he did around it speaks of calls and
 * messages, too: `This error appears after multiple tool calls.`
 *
 * @example
 * fencedError('It worked, and then:\n```\n400 roles must alternate\n```\nHow do I go on?') // '400 roles must alternate'
 */
export function fencedError(text: string): string | null {
  const found = document.test(text) || isChange(text) ? null : errorFence(text)
  if (found === null || found.isAll || isTheory(found.lead)) return null
  return isSupposed(found.lead) && !tried.test(found.rest) ? null : found.body
}

/** Who has tried what might help got the error himself, whatever rule he thinks that he has met. */
const tried = /\bI(?:['’]ve| have)? (?:already )?tried /

const paragraph = /\n[ \t>]{0,20}\n/

const lastParagraph = (text: string): string => text.trimEnd().split(paragraph).at(-1) ?? ''

/**
 * A post without the error that it sets apart: what is left shows whether it is a document. Whose paragraph before the error
 * tells of a rule shows an example, which belongs to the document.
 */
export function aroundFence(text: string): string {
  const found = errorFence(text)
  if (found === null || (isTalk(lastParagraph(found.lead)) && !tried.test(found.rest))) return text
  return found.lead + found.rest
}

/** Whether a post tells that the error came which it sets apart: his story is no document then. */
export function isToldFence(text: string): boolean {
  const found = errorFence(text)
  return found !== null && isIncident(found.lead)
}

/** Whether the error in a fence shows what comes of breaking a rule that its text explains. */
export function isTaughtFence(text: string): boolean {
  const found = errorFence(text)
  return found !== null && isTheory(found.lead)
}

/** A block of a program: what a report shows beside its error. */
const code =
  /(?:^|\n)[ \t]{0,8}```(?:python|py|typescript|ts|javascript|js|go|rust|java|kotlin|swift|php|ruby|csharp|cs|r)\n(?:(?!\n[ \t]{0,8}```)[^]){1,4000}\n[ \t]{0,8}```/gi

/** A post without the programs that it shows. */
export const withoutCode = (text: string): string => text.replaceAll(code, '')
