import { isIncident, isSupposed, isTalk, isTheory } from './is-announced.ts'
import { isChange } from './is-change.ts'

/** How the content of a fence begins when it is an error: with a body, a status, a class or the name of an exception. */
const errorHead =
  /^\s{0,40}(?:\[?\{|(?:messages|contents|input)[.[]\d|From [^\n]{2,60}\nError code|\[\w{3,30}\] \[|["']error["']: ?[{"']|\[?API Error\b|[✕■⎿×] |[\w-]{2,40}: API [45]\d\d\b|\[?[45]\d\d\b|\d{1,3} validation errors?\b|(?:unknown variant|missing field|invalid type:) |(?:HTTP|Bad [Rr]equest)\b|(?:[A-Z]\w{1,20} ){0,2}[\w.]{0,60}(?:[Ee]rror|Exception)\b)/

/** A line that opens or closes a fence, also within a quoted post. */
const fence = /(?:^|\n)[ \t>]{0,20}`{3,4}\w{0,20}[ \t]{0,20}(?=\n|$)/g

/** A document about an error: it has a title, or headings such as *Cause* and *Solution*. */
const document =
  /^\s*#{1,6} (?!(?:error|bug|log|description|actual|what|错误|报错|问题|日志)\b)|(?:^|\n)[ \t]{0,8}(?:#{1,6} |\*\*|- )[^\n]{0,30}\b(?:cause|solution|fix|why|when|resolution|remed\w+|workaround|原因|解决)/i

interface Fence {
  readonly lead: string
  readonly body: string
  readonly rest: string
  readonly isAll: boolean
}

/** For this many fence marks the text before them is read, which bounds the work. */
const LED = 16

/** The first fence that holds an error. */
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
 * The error that a post sets apart with a fence; null when there is none. The story around it would mislead, since it speaks
 * of calls and messages, too: `This error appears after multiple tool calls.`
 *
 * @example
 * fencedError('It worked, and then:\n```\n400 roles must alternate\n```\nHow do I go on?') // '400 roles must alternate'
 */
export function fencedError(text: string): string | null {
  const found = document.test(text) || isChange(text) ? null : errorFence(text)
  if (found === null || found.isAll || isTheory(found.lead)) return null
  return isSupposed(found.lead) && !tried.test(found.rest) ? null : found.body
}

/** A writer who has tried a remedy got the error himself, whatever rule he states before it. */
const tried = /\bI(?:['’]ve| have)? (?:already )?tried /

const paragraph = /\n[ \t>]{0,20}\n/

const lastParagraph = (text: string): string => text.trimEnd().split(paragraph).at(-1) ?? ''

/**
 * A post without the error that it sets apart; the rest shows whether the post is a document. If the paragraph before the
 * fence states a rule, the fence is an example of it and stays.
 */
export function aroundFence(text: string): string {
  const found = errorFence(text)
  if (found === null || (isTalk(lastParagraph(found.lead)) && !tried.test(found.rest))) return text
  return found.lead + found.rest
}

/** Whether a post reports the error that it sets apart as one that happened, and so is no document. */
export function isToldFence(text: string): boolean {
  const found = errorFence(text)
  return found !== null && isIncident(found.lead)
}

/** Whether the error in a fence illustrates a rule that the text before it explains. */
export function isTaughtFence(text: string): boolean {
  const found = errorFence(text)
  return found !== null && isTheory(found.lead)
}

/** A fence with source code, which bug reports show beside the error. */
const code =
  /(?:^|\n)[ \t]{0,8}```(?:python|py|typescript|ts|javascript|js|go|rust|java|kotlin|swift|php|ruby|csharp|cs|r)\n(?:(?!\n[ \t]{0,8}```)[^]){1,4000}\n[ \t]{0,8}```/gi

/** A post without its fences of source code. */
export const withoutCode = (text: string): string => text.replaceAll(code, '')
