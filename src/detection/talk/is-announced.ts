import { anyOf } from '../words/any-of.ts'
import { before } from '../words/before.ts'
import { isTalkOfPrograms } from './is-about-programs.ts'
import { isToldAbroad } from './is-told-abroad.ts'
import { betweenFields } from '../shapes/report-form.ts'

/** How many characters before the words the sentence that announces them may begin. */
const REACH = 480
/** Only this many announcements nearest to the words are looked at, which bounds the work. */
const NEAREST = 4

/** The writer of a post tells what has just happened: *I keep getting*, *we are now seeing*, *it stopped with the error*. */
const happened =
  /\b(?:i|we)(?:'(?:m|ve|re))?(?: (?!(?:would|could|can|may|might|will|should|must|never|don't|didn't|won't|expect)\b)[\w']+){0,4}? (?:got|get|getting|sees?|saw|seen|seeing|hit|hitting|receiv\w+|had|have|having|encounter\w*|r[au]n(?:ning)? into|fac(?:e|ed|ing)|experienc\w+)\b|(?:^|[,.\n] ?)(?:keep |started )?getting (?:an? |this |the(?:se)? )?(?:\w+ )?errors?\b|(?<!docs?|documentation|guide|spec|comment|message) says(?=: ["“'`])|(?<!\b(?:docs?|documentation|guide|spec|page|readme)\b[^.\n]{0,40}, )\bit (?:reports|says|shows|gives|throws)(?=:?\s?\n)|\b(?:with|the following)(?: [\w-]+){0,3}? (?:error|exception|message)\b/gi

/** The same about a program, or as the title of a log: *the agent stops with:*. */
const befell =
  /\b(?:fail|crash|stop|die|end|abort|stuck|halt)(?:e?s|p?ed|d)? with(?=\s?[:：])|\breturns?(?: an? [45]\d\d)?(?=[:：]\s*\n)|(?:^|\n)(?:(?!possible|typical|common|known|expected|example)\w{1,12} ){0,3}(?:logs?|error(?: message)?(?: is)?|[^\n:：]{0,40}(?:(?:报错|エラー)[^\n:：]{0,12}|Fehler(?:meldung)?|erreur|오류|ошибка))(?=[:：])|(?:报错|错误)(?:信息|提示|内容|消息)(?:如下|为|是)?(?=[:：])|(?:^|[,.\n] ?)(?:seeing|got|hitting) (?:this|it)\b(?=[^\n:：]{0,60}[:：])|\band got(?=[:：])|(?:^|\n)(?!\W{0,3}(?:the |our |its )?(?:\w+ )?(?:docs?|documentation|readme|guide|spec|comment|changelog|manual|reference|rule|policy|error|review(?:er)?)\b)[\w.-]{2,24}(?: [\w.-]{1,20}){0,2} (?:shows|says|prints|reports|gives|answers)(?=: )|\b(?:a|the|our|one|another) (?:user|customer|colleague|teammate)(?: \w+){0,2}? (?:gets?|got|hits?|sees?|saw|receives?|received|reports?|reported)\b(?=[^.\n]{0,60}[:："“`])/gi

/** Words that speak of a rule, a change or a possibility, not of an error that came. */
const supposed: RegExp = anyOf([
  anyOf(
    [
      /why|how|when (?!i\b|we\b|\w+ing\b)/,
      /would|could|can|may|might|will|should|must/,
      /avoid\w*/,
      /prevent\w*/,
      /(?<!\btry a )fix(?:es|ed|ing)?/,
      /handl(?:es?|ed|ing)/,
      /previously/,
      /used to/,
      /if|unless|examples?|such as|like/,
      /expect(?:s|ed)?/,
      /assert\w*/,
      /detect\w*/,
      /classif\w*/,
      /caus(?:es?|ing)/,
      /trigger(?:s|ing)?/,
      /any(?! \w{4,8} after)/,
      /every(?! (?:time I|turn|subsequent|further|time|later|next|new|single|request|\w+ in (?:the|this|my) (?:session|conversation|chat)))/,
      /(?<!\b(?:i|we) )always/,
      /most/,
      /means/,
      /so that/,
      /diagnos\w+/,
      /(?:surfaces|shows up|manifests) as/,
      /(?:strict|some|many|most|other) \w+ (?:reject|refuse|return|answer)s?/,
      /rejects? (?:that|those|these|them|this|it|any|such) with/,
    ],
    (words) => `\\b(?:${words})\\b`,
  ),
  /[会會]/,
  /如果/,
  /避免/,
  /[导導]致/,
  /否则/,
  /否則/,
  /修复/,
  /修復/,
])

/** The text between the announcement and the error: the rest of the clause, a mark, the first characters of the error. */
const leadsIn =
  /^[^.!?\n。*]{0,100}?(?:[:：]\s{0,8}|\s?\n|\s[*_(]{0,3}(?=["'`“「]))[\s>⎿*_"'`“「(]{0,24}(?:```\w{0,12}\s{1,20})?(?:(?!\n\s*(?:\n|[-*] ))[^]){0,240}$/

/** What a client prints before the words: at the beginning of a line or a fence, or behind the mark that leads to it. */
const shown =
  /(?:^|[\n:：]|[⎿●>`"“])\s{0,12}(?:API Error: [45]\d\d\b|(?:[A-Z]\w{1,20} ){0,3}(?:[Rr]equest|[Cc]all) (?:was )?(?:rejected|failed): |Error: [45]\d\d\b|Error code: [45]\d\d\b|(?:time=\S{10,40} )?level=(?:error|fatal) |(?:\[?[\d:.,TZ+ -]{8,35}\]?[ |-]{0,4})?\[?(?:ERROR|FATAL)\]?[ |:]|(?:[\w-]{1,40}[.:]{1,2}){0,6}\w{1,40}(?:Error|Exception): |(?:HTTP )?4(?:00|22) (?:(?:Bad Request|invalid_request_error)(?![`"”])|\{)|(?<=\n[ \t]{0,12})4(?:00|22) (?=[A-Z])|(?:\{\s{0,8}"(?:type|error)"|"error"(?=: ?\{)):)(?:(?!\n\s*(?:\n|[-*] ))[^]){0,400}$/

/** A refused request as a client prints it, in a line of its own. */
const printed =
  /(?:^|[\n⎿●])\s{0,12}(?:(?:API )?Error: [45]\d\d\b|(?:HTTP )?4(?:00|22) (?:Bad Request|invalid_request_error|\{))(?:(?!\n\s*(?:\n|[-*] ))[^]){0,400}$/

/** Signs of an explanation or of a fix, which quote an error without anybody having got it. */
const explains: RegExp = anyOf([
  /root cause/,
  /\bcauses?(?::|\*\*)/,
  /before(?: fix)? \(/,
  /(?:^|\n)\W{0,8}problem\b/,
  /solution/,
  /\bsymptoms?:/,
  /\bfix(?:e[sd])?\b/,
  /reference:/,
  /(?<!\b(?:after|once|since) )this error (?:occurs|happens|means)/,
  /this (?:occurs|occurred|happens) (?:when|if|because|since)/,
  /\bsummary\b/,
  /\btests?\b/,
  /\bdocs\b(?![./])/,
  /\bwhy (?:it|this) (?:happens|occurs|fail|works)/,
  /\bexample/,
  /示例[:：]/,
  /修复/,
  /解决/,
  /原因/,
  /correc[tç](?!ly)/,
  /\b[45]\d\ds\b/,
  /エラーが発生する/,
])

/** The error is fixed already, or the post is a question to a model. */
const isOver =
  /\b(?:can|could|would) you (?:\w+ ){0,2}?(?:look|check|find|fix|explain|help|tell)\b|\b(?:i|we|and)(?:'ve| have)? (?:just |then )?(?:fixed|rewrote|rewritten|patched|resolved|solved)\b|\btests? (?:now )?pass|\nassistant: /i

/**
 * Whether the writer of a post announces the words at a place as an error that he got: *I keep getting a 400 with the error
 * "…"*. The rest of the post is then his story, and no sign that the error is only spoken about.
 *
 * @param start position of the words in the text
 */
export function isAnnounced(text: string, start: number): boolean {
  if (isOver.test(text.slice(start))) return false
  const lead = before(text, start, REACH)
  const head = shown.exec(lead)
  if (head !== null && !isSupposed(lead.slice(0, head.index + 1)) && !explains.test(text)) return true
  if (isOwn(text, start) || isToldAbroad(text, start)) return true
  const told = [...lead.matchAll(befell)].at(-1)
  if (told !== undefined && leadsIn.test(lead.slice(told.index + told[0].length)))
    if (!isTalk(lead.slice(0, told.index)) && !explains.test(text)) return true
  return [...lead.matchAll(happened)].slice(-NEAREST).some(({ 0: words, index }) => {
    const from = Math.max(...[...lead.slice(0, index).matchAll(/[.!?。,;]\s|\n\s*\n/g)].map((end) => end.index + 1), 0)
    const rest = lead.slice(index + words.length)
    return leadsIn.test(rest) && !isTalk(lead.slice(from, index + words.length) + clauseOf(rest))
  })
}

/** The writer speaks of himself. */
const oneself =
  /(?<![\w'.[-])(?:I|my(?! (?:bet|guess|hunch|notes?|take|reading|understanding|suspicion|theory)\b)|me)\b(?![\]/-])/i

/** The title of a bug report, or a comment that confirms one: *Gemini "…" error*, *same here:*. */
const title =
  /^(?:\W{0,4}(?:\w{1,12}: )?\[(?:bug|issue|error)\][^\n]{20,300}$|same (?:error|issue|problem|bug|here|thing)\b|me too\b|\+1\b)|^[^\n"“`]{3,80}["“`][^"”`\n]{20,300}["”`] (?:error|exception|bug)\s*$/i

/** The title of a bug report that names the program and quotes its error: *Zed fails with "…" after a restart*. */
const headline =
  /^(?:\p{Lu}[\w.-]{1,30}(?: \p{Lu}[\w.-]{0,30}){0,2}: )?(?:(?<=: )|\p{Lu})(?:(?!: )[^\n"“`]){2,120}?\b(?:fail(?:s|ing|ed)?|crash(?:es|ed)?|throws?|threw|returns?|errors?|causes?|breaks?|dies|stops?|poisons?|corrupts?|rejected) (?:[\w.]+ ){0,4}\(?["“'`][^\n]{12,300}["”'`](?: (?:errors?|exception|[45]\d\d))?\)?(?: (?:after|in|during|since|again|when \w+ing)\b[^\n.;]{0,100}| \([^()\n]{3,80}\)| [-–—] [^\n.;]{3,100})?$/u

/** Titles that state a rule or a change rather than a bug: *Any request …*, *Fix …*, *When …*. */
const rulesOrChanges =
  /^(?:[\w.()-]{1,30}(?: [\w.-]{1,30}){0,2}: )?(?:an?|any|each|every|some|most|many|all|no|if|when|why|how|without|this|it|its|i|we|you|(?:fix|handl|avoid|prevent|sanitiz|retr|drop|strip|test|return|throw|reject)(?:y|ies|e?[sd]?|ing)|docs?)\b/i

const isHeadline = (text: string): boolean => headline.test(text) && !rulesOrChanges.test(text)

/** Whether the sentence with the words is about its writer: *it answers "…" to everything I write*. */
function isOwn(text: string, start: number): boolean {
  if (title.test(text) || isHeadline(text)) return true
  const from = /[^.!?。\n]{0,160}$/.exec(before(text, start, REACH))?.[0] ?? ''
  const behind = /["”'`][^.!?。\n]{0,100}/.exec(text.slice(start, start + REACH))?.[0] ?? ''
  const sentence = `${from} ${behind}`
  return oneself.test(sentence) && !isTalk(sentence) && !explains.test(text)
}

/** Whether the words are announced, and printed in a line of their own as clients do: a rule is not written like that. */
export const isPrinted = (text: string, start: number): boolean =>
  printed.test(before(text, start, REACH)) && isAnnounced(text, start)

/** The rest of the clause, up to the mark that the error follows. */
const clauseOf = (rest: string): string => /^[^:：\n"'`“「]{0,100}/.exec(rest)?.[0] ?? ''

const lastClause = (lead: string): string =>
  /[^.!?。]{0,240}$/
    .exec(lead)?.[0]
    .split(betweenFields)
    .findLast((part) => part.trim() !== '') ?? ''

/** Whether the clause before an error says that it happened, rather than states a rule. */
export function isIncident(lead: string): boolean {
  const clause = lastClause(before(lead, lead.length, REACH))
  return (clause.search(happened) >= 0 || clause.search(befell) >= 0) && !isTalk(clause)
}

/** Whether the clause before an error states a rule, a change or a possibility: *most providers reject it with:* */
export const isSupposed = (lead: string): boolean => isTalk(lastClause(lead))

/** First-person words: their writer may state a rule and still report his own error. */
const narrator = /\b(?:I|I['’](?:m|ve)|[Ww]e|[Mm]y|[Oo]ur|[Gg]ot|[Gg]etting)\b|我/

/** A rule of an API, explained before the error that breaking it causes. */
const rule =
  /\b(?:APIs?|SDK|spec|Anthropic|Claude|OpenAI|Gemini|DeepSeek|Mistral|Bedrock|Converse|providers?|endpoints?) (?:\([^()\n]{1,60}\) )?(?:strictly |always )?(?:requires?|expects?|demands?|enforces?|mandates?|validates?|(?:rejects?|refuses?)(?= [a-z-]+ ?[\w-]* ?\w*s\b)(?! (?:it|its|this|that|these|those|the|my|our|his|her|their|every|each|all|both|any|with|me|us|them)\b))\b|\b[Ww]ithout (?:this|that|it|them|these),? (?:you|one|callers|users) (?:get|see|hit)\b|(?<!\p{L})(?:[Ww]ithout|[Ss]em|[Ss]in|[Ss]ans|[Oo]hne|[Бб]ез) `[^`\n]{1,60}`/u

/** Whether the text before an error explains a rule and mentions nobody who got the error. */
export const isTheory = (lead: string): boolean => rule.test(lead) && !narrator.test(lead)

/** Whether a clause speaks of a rule, a change or a possibility. */
export const isTalk = (clause: string): boolean => supposed.test(clause) || isTalkOfPrograms(clause)
