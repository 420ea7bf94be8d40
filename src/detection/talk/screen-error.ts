import { isSupposed } from './is-announced.ts'
import { isSourceCode } from './is-source-code.ts'
import { isAnswer } from '../shapes/report-form.ts'

/** The mark and the error prefix of a client, and everything up to an empty line or the next prompt. */
const shown =
  /(?:^|\n)[ \t>│┃|]{0,20}((?:[✕■⎿×]\s{1,4}\[?(?:API )?Error: [45]\d\d\b|\*\*\w{0,60}Error: Error code: [45]\d\d - \{)(?:(?!\n[ \t]*(?:\n|[>❯⏺●] ))[^]){0,3000})/

/**
 * The refusal in a text that was copied from the screen of a client, without what stands around it; null when there is none,
 * or it is shown by a program, a change or a document.
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
