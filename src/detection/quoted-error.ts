import type { FoldedText } from './fold-text.ts'

/** Words this close to the beginning of a text, or of the field that carried it, are the error itself. */
const CLOSE = 90
/** A path that the sentence begins with: `messages.90.content.1.image.source.base64.data: at least one of...` */
const locator = /(?:messages?|input|contents|system)\.[\w{}]{1,8}[.:]/
const LOOK_BACK = 600
const LOCATOR_REACH = 140

/** What stands before a provider's sentence in a real error: an error word and a mark, a status, a field of a body. */
const errorLead =
  /(?:error|exception|err|fehler|failed|failure|rejected|refused|invalid|reason|message|msg|detail|details|description|raw|body|response|status|code|upstream|operation|validation|model|provider|错误|失败|信息|エラー)[^a-z\s]|errors?detected|unabletosubmit|failedtodeserialize|invalid(?:value|param|request|argument)|(?:^|\D)[45]\d\d(?:\D|$)/

/** A sentence that quotes: documents, diffs, searches, tests. */
const quotingLead =
  /(?:^|[.;:])(?:the|in|see|as)?(?:docs?|documentation|readme|changelog|manual|article|guide|comment)(?:say|mention|state|note|explain|list|describe|:)|grep|\+\+\+b\/|---a\/|@@-\d|```diff|diff--git|\.(?:md|mdx|rst|txt|test\.\w+|spec\.\w+|[jt]sx?|py|go|rs|json|ya?ml|log):\d+|expect\(|assert|describe\(|tooloutput|toolresult:|stdout:|commandoutput|filecontent|searchresult/

/**
 * True when the words stand inside other text (tool output, a diff, a document) and nothing shows that they are the error
 * of this request. A sentence alone is not enough: it needs to begin the text, or an error word or a body before it.
 */
export function isQuotedError(text: FoldedText, start: number): boolean {
  if (start === 0) return false
  const lead = text.lower.slice(Math.max(0, start - LOOK_BACK), start)
  if (quotingLead.test(lead)) return true
  const near = lead.slice(-LOCATOR_REACH)
  const path = locator.exec(near)
  const sentence = path === null ? lead : lead.slice(0, lead.length - near.length + path.index)
  const beginning = sentence.lastIndexOf(';') + 1
  return sentence.length - beginning > CLOSE && !errorLead.test(lead)
}
