import { isSupposed } from './is-announced.ts'
import { isSourceCode } from './is-source-code.ts'
import { isAnswer } from './report-form.ts'

/** The mark of a client, what it calls a refusal, and all up to an empty line or the next that is typed. */
const shown =
  /(?:^|\n)[ \t>│┃|]{0,20}((?:[✕■⎿×]\s{1,4}\[?(?:API )?Error: [45]\d\d\b|\*\*\w{0,60}Error: Error code: [45]\d\d - \{)(?:(?!\n[ \t]*(?:\n|[>❯⏺●] ))[^]){0,3000})/

/**
 * The refusal that somebody has copied from the screen of a client, out of what he did before and what he says to it; null
 * when there is none, or a program, a change or a document shows it.
 *
 * @example
 * screenError('I typed go on.\n  ⎿  API Error: 400 roles must alternate\n\nAny idea?') // '⎿  API Error: 400 roles must alternate'
 */
export function screenError(text: string): string | null {
  const found = shown.exec(text)
  if (found === null || isAnswer(text)) return null
  const lead = text.slice(0, found.index)
  return isSupposed(lead) || isSourceCode(lead) ? null : (found[1] as string)
}
