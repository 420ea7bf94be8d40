import { isSupposed } from './is-announced.ts'

/** How a block that is an error begins: its body, its status, its class, the name of an error. */
const fenced =
  /(?:^|\n)[ \t>]{0,20}```\w{0,20}\n(\s{0,40}(?:\[?\{|["']error["']: ?[{"']|\[?API Error\b|[✕■⎿×] |[\w-]{2,40}: API [45]\d\d\b|[45]\d\d\b|HTTP\b|[\w.]{0,60}(?:[Ee]rror|Exception)\b)[^`]{1,3000})\n?[ \t>]{0,20}```/

/** A document of an error has a title, or tells its cause and its remedy. */
const document =
  /^\s*#{1,6} (?!(?:error|bug|log|description|actual|what|错误|报错|问题|日志)\b)|(?:^|\n)[ \t]{0,8}(?:#{1,6} |\*\*|- )[^\n]{0,30}\b(?:cause|solution|fix|why|when|resolution|remed\w+|workaround|原因|解决)/i

/**
 * The error that a post sets apart with a fence; null when none is. Who tells what he did around it speaks of calls and
 * messages, too: `This error appears after multiple tool calls.`
 *
 * @example
 * fencedError('It worked, and then:\n```\n400 roles must alternate\n```\nHow do I go on?') // '400 roles must alternate'
 */
export function fencedError(text: string): string | null {
  const found = text.includes('```') && !document.test(text) ? fenced.exec(text) : null
  return found === null || found[0].length === text.length || isSupposed(text.slice(0, found.index))
    ? null
    : (found[1] as string)
}
