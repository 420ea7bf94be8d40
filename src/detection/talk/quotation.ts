import { before } from '../words/before.ts'

/** Pairs of quotation marks. */
const marks = [
  ['`', '`'],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['‘', '’'],
  ['「', '」'],
  ['«', '»'],
] as const

/** How far before the words their quotation may begin. */
const REACH = 200
/** How much of the text behind a quotation is looked at. */
const BEHIND = 80

/** Before a quotation within a sentence: a word, a bracket or a dash (`returns "…"`, `a clear error ("…")`, `— "…"`). */
const spokenLead =
  /(?:e\.g\.,?\s+|[\p{L}\d)—→]\s+|[\p{L}\d`*_)]\s+\(|["'`”]\s+\/\s+|[\p{Script=Han}，、]\(?|（|\([A-Z]\w{2,20}: )$/u
/** The sentence goes on behind it, in words. */
const goesOn = /^(?:[\s,.;)）。，*_`–—-]{0,6}[\p{L}\d]|[）。]|[*_]{1,2}[.,]| \/ ["'`])/u
/** What a sentence around it is made of. */
const sentenceWord =
  /(?:^|[\s*_])(?:the|an?|with|to|by|that|which|when|if|until|because|caus\w+|rejects?|returns?|throws?|raises?|hit|hits|saw|got|gets|into|avoid\w*|prevent\w*|like|as|is|are|of|dies?|fails?|draws?|same)\s[^:;{}=]{0,80}$/i
/** A conjunction behind the quotation: it is part of a sentence, whatever stands before it. */
const conjunction =
  /^[`'"]?\)?,\s+(?:so|which|and|but|because|then|since|where|when|while|forc\w+|break\w+|caus\w+|leaving)\b/
/** One of several that are explained in turn: `"bad image" (a broken upload), "too large"`. */
const inSeries = /^ \([^()]{4,60}\), ["'`]/
/** A kind of errors (`"…" errors`), not one that came. */
const kind = /^[*_]{0,3} (?:API |HTTP |validation )?errors\b/
/** A remark in brackets that ends with what it quotes: `(the API is strict here; "…")`. */
const remark = /\((?![^()]*(?:error|fail|status|\d{3}))[^()"'`\n]{3,160};\s+$/i
/** An item of a list that explains what it quotes: `- "roles must alternate": two turns of the user`. */
const listItem = /(?:^|\n)\s{0,20}[-*] $/
const explained = /^(?::| —| →) \p{L}/u
/** The whole error is the name of what has happened: `An error '400 …' occurred during …`. */
const hasHappened = /^ (?:has )?occurred\b/
/** Before a quoted error that really came: *keeps getting*, *failed with*, *it said*. */
const incident =
  /\b(?:(?:keeps?|[Kk]eep|always|still|now|['’]m|am|are|[Ss]tarted) getting|^(?:[Rr]epeatedly )?[Gg]etting|(?:ended|died|stopped|crashed|aborted|ends the (?:session|run|turn|task)) with|an? error (?:message )?(?:saying|stating|reading|(?:that|which) says)|returns (?:(?:this|the following) (?:error|message)|an? (?:http )?[45]\d\d\b[^.;\n]{0,30} with the (?:\w+ )?(?:message|error))|\bit said|failed with|returned|(?:captured|logged|recorded) (?:an? )?(?:HTTP )?[45]\d\d|got|threw|answered|responded with|errored with|drew)(?: \w+){0,3}\s+$|\b[45]\d\d error \($|\b(?:raises|throws) [\w.]{0,40}(?:error|exception) [45]\d\d:? \($|(?:^|[=:：\n[\]>✕"“-]\s{0,4}(?:[45]\d\d )?)[45]\d\d (?:bad request|invalid_argument)?\s*$|^(?:\[?(?:bug|error|issue)\]?:? )?(?:(?:api |http )?(?:error )?[45]\d\d|error):? $|^\[?bug\]?[:：] ?[^\n]{0,60}出现\s?$|(?:报错|错误(?:提示|信息|内容)?)\s*$|\bpanicked at $|(?:^|\n)[ *_-]{0,6}(?:observed|actual|result)[^:\n]{0,20}: (?:an? )?(?:http )?[45]\d\d\b[^\n:]{0,40}$/i
/** A quotation in a paragraph of its own is shown, though the sentence before it had no colon. */
const ownParagraph = /\n[ \t]{0,8}\n[ \t]{0,8}$/
/** Before a string literal in source code: an operator, or the opening bracket of a call. */
const codeLead =
  /(?:errors\.New\(|(?:fmt|t)\.[A-Z]\w{1,20}\(|[=!]==?|(?<![,{[(] ?)<<|\|\||&&|\?\?|\breturn|(?:^|[^\w$])[a-z_$][\w$]*!?\((?:\w{1,20}, )?)\s*[a-z]?$/
/** Calls that logs print as well: `error("…")`. */
const printed = /(?:error|err|exception|failed|message|detail|b|repr|str)\($/i

const statementEnd = /^[^"'`\n]{0,300}["'`]\);/

/** Whether the words at a place are a literal of source code, as in `alert("could not process image")`. */
export function isLiteralOfCode(text: string, start: number): boolean {
  const line = before(text, start, REACH)
  const open = /["'`](?=[^"'`\n]{0,60}$)/.exec(line)
  if (open === null) return false
  const lead = line.slice(0, open.index)
  return codeLead.test(lead) && (!printed.test(lead) || statementEnd.test(text.slice(start)))
}

/** The words stand in the title of a Markdown link. */
export const isInLink = (text: string, start: number, end: number): boolean =>
  /\[[^\]\n]*$/.test(before(text, start, REACH)) && /^[^[\n]{0,200}\]\(https?:/.test(text.slice(end))

/** A comment behind a statement, or among indented lines. */
const trailingComment = /[)\]};,] {1,4}(?:#|\/\/) [^\n]*$|\n[ \t]{2,80}(?:#|\/\/) \S[^\n]*$/

/** Whether a place of a text is in a comment behind code. */
export const isInComment = (text: string, start: number): boolean =>
  trailingComment.test(text.slice(text.lastIndexOf('\n', text.lastIndexOf('\n', start - 1) - 1) + 1, start))

/**
 * Whether the words at a place are quoted inside somebody's sentence, as in *fails with "roles must alternate" when*. In an
 * error a colon, a brace or an equals sign leads to what it quotes.
 *
 * @param start position of the words in the text
 * @param end position behind them
 */
export function isQuotedInSentence(text: string, start: number, end: number): boolean {
  const from = Math.max(0, start - REACH)
  return marks.some(([opening, closing]) => {
    const open = text.lastIndexOf(opening, start - 1)
    if (open < from || /\s/.test(text.charAt(open + 1))) return false
    const close = text.indexOf(closing, start)
    if (close < end - 1) return false
    const lead = text.slice(from, open).replace(/[*_`]{1,3}$/, '')
    const behind = text.slice(close + 1, close + BEHIND)
    if (ownParagraph.test(lead) && behind.startsWith('\n')) return false
    // No programming language quotes with `「`, so the text is prose.
    if (opening === '「' && goesOn.test(behind)) return true
    if (conjunction.test(behind) || inSeries.test(behind) || (listItem.test(lead) && explained.test(behind)))
      return true
    if (kind.test(behind)) return true
    if (remark.test(lead) && behind.startsWith(')')) return true
    if (!spokenLead.test(lead) || incident.test(lead) || (hasHappened.test(behind) && !/\bthe error $/i.test(lead)))
      return false
    return goesOn.test(behind) || sentenceWord.test(lead.slice(-120))
  })
}
