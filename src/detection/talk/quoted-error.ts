import type { FoldedText } from '../words/fold-text.ts'
import { isDocument } from './is-document.ts'
import { mentionOf } from './mention.ts'
import { signsOfError } from './signs-of-error.ts'
import { signsBefore, signsOfTalk } from './signs-of-talk.ts'

/**
 * Whether the words stand inside other text (tool output, a diff, a document) and nothing shows that they are the error of
 * this request. A known sentence alone does not show it: it has to begin the text, or follow an error word or a body.
 *
 * @param span positions in the folded text
 * @param known `isBody`: the text was read from a body: nobody writes about changes there; `isReport`: it came in the form of
 * a tracker
 *
 * @example
 * const text = 'The rule: roles must alternate'
 * isQuotedError(foldText(text), { start: 8, end: 26 }, text) // false: an error may begin so
 */
export function isQuotedError(
  text: FoldedText,
  span: { readonly start: number; readonly end: number },
  original: string,
  { isBody = false, isReport = false }: { readonly isBody?: boolean; readonly isReport?: boolean } = {},
): boolean {
  const mention = mentionOf(text, span, original, isBody)
  const isTold = signsOfError.told(mention)
  if (isDocument(original, isReport || isTold)) return true
  const signs = mention.lead === '' ? signsOfTalk : [...signsOfTalk, ...signsBefore]
  return signs.some(
    ({ shows, unless = [] }) =>
      // Who reports an error in a form says there what providers refuse, too.
      shows(mention) &&
      !(isReport && isTold && unless.length > 0) &&
      !unless.some((sign) => signsOfError[sign](mention)),
  )
}
