import { isAnnounced, isPrinted, isSupposed, isTheory } from './is-announced.ts'
import type { Mention } from './mention.ts'

export type SignOfError = 'body' | 'braces' | 'lead' | 'log' | 'name' | 'ownLine' | 'print' | 'shown' | 'told'

/** What leads to a provider's sentence in a real error: an error word and a mark, a status, a field of a body. */
const errorLead =
  /(?:error|exception|err|fehler|failed|failure|rejected|refused|invalid|reason|错误|失败|信息|エラー)[^a-z\s/]|(?:message|msg|details?|description|raw|body|response|status|code|upstream|operation|validation|model|provider)[^a-z\s/,.;)}—–-]|(?:rejected|refused)(?:the|this|every|our|my)request\W|badrequest|error(?:s?detected|s:|occurred|details|messagefrom)|errorswith|[.:]error|path:|genai\.\w{2,20}:|\.rb:\d+:in|missing(?:required)?parameter|unknown(?:parameter|name)|jsonpayload|\d{2}z?(?:error|fatal|warn)|unabletosubmit|wentwrong|itsaid(?:invalid|missing|unknown)?$|cannot(?:deserialize|unmarshal|construct)|unrecognizedfield|failedtodeserialize|invalid(?:value|param|request|argument)|(?:^|\D|http\/(?:1\.\d|[23]))[45]\d\d(?:\D|$)/

/** A source location at the end of a line, as loggers print it; the output of a search has it at the beginning. */
const placeOfLogger = /\.\w{1,4}:\d{1,6}[^\S\n]*\n/

/** Anything that belongs to a printed error: a body, a status, an error word. */
const errorShown =
  /\{\s{0,40}[\\"']{0,4}[\w@-]{1,40}[\\"']{0,4}\s?[:=]|\}\s{0,9}$|\b[45]\d\d\b(?! [a-z]{3,12}s\b)|error|exception|failed/i

/** Inline code in Markdown, empty braces and footnotes: none of them is a printed error. Code in a line of its own stays. */
const inlineCode =
  /``(?!`)(?:[^`\n]|`(?!`)){1,200}``(?!`|[ \t]{0,20}$)|(?<!^[ \t]{0,20})`[^`\n]{0,200}`|`[^`\n]{0,200}`(?![ \t]{0,20}$)|\{\}|\[(?:[a-z]+(?:\([\w, ]*\))?(?:, |(?=\]))){2,}\]|\[\]|(?<=[\w,.] )(?:\[\d{1,2}\]){1,4}|\[[^\][\n]{1,80}\]\(https?:[^\s()]{1,200}\)/gm

/** A request that a post shows as inline code: its braces are no body of an error. */
const requestInCode = /`\{(?![^`\n]*(?:err|message"|detail|code|status))[^`\n]{0,200}`/g

/** An error that is only predicted: *would return the following error*. */
const foretold =
  /\b(?:would|could|might) (?:return|throw|raise|give|get|see) (?:the|an|this) (?:following )?(?:error|exception)\b:?|\b(?:result in|return|get|cause|with) an? (?:HTTP )?[45]\d\d[ -](?:Bad[ -]Request|error)\b|\b(?:causes?|makes?|leads?) [^.\n"'`:]{2,40}? (?:to )?(?:return|answer|throw|raise|reject|respond)\b[^.\n:"'`]{0,30}[45]\d\d:?|\b(?:errors?|fails?|rejected) \(HTTP [45]\d\d\)(?=[.,;]|\s*$)/gi

/** An error in a line of its own, below a line that ends with a colon. */
const ownLine =
  /[:：][ \t]{0,20}\n\s{0,8}`?(?:(?:API Error: |Error: |[\w.]{1,60}Error: )[45]\d\d[ :]|[A-Z]\w{1,20} (?:\w{1,20} ){0,2}(?:rejected|failed): |[\w.]{1,60}(?:Error|Exception)(?:: | - )|> (?:messages|contents|input)[.:[]\s?\w|```\w{0,10}\n[^`]{1,600}```\s*$)/

/** The same with the prefix of a client or the name of an exception, which examples do not have. */
const printedByClient =
  /^[:：]\s{1,30}(?:```\w{0,10}\n\s{0,8})?`?(?:HTTP |API Error|[A-Z]\w{1,20} (?:\w{1,20} ){0,2}(?:rejected|failed): |[\w.]{0,60}(?:Error|Exception)\b)/

/** Parts of a printed error: its status, its body, its class, a path into the request above the complaint. */
const shown =
  /^(?:messages|contents|input)[.[]\d.*\n\s*\n|[{}[\]]|[:：] 4(?:00|22) (?=[A-Z])|(?:^|(?:error|code|http|status)\W{1,4})(?!40[123]|429)[45]\d\d\b|(?<!this )\b(?!40[123]|429)[45]\d\d ?(?:[:{-]|error\b(?! ?[.,;]|:?\s*$| complaining| on (?:the next|every|any)))|(?:error|exception)\b(?:\]|:(?!\s*$))/i

/** Signs that the words are an error that really came, whatever is said around them. */
export const signsOfError: Readonly<Record<SignOfError, (mention: Mention) => boolean>> = {
  body: ({ isBody }) => isBody,
  braces: ({ original }) => /[{}]/.test(original.replaceAll(requestInCode, '')),
  /** An error word, a status or a field of a body stands before the words. */
  lead: ({ lead }) => errorLead.test(lead),
  /** The error has a line of its own, and the line above it states no rule and no possibility (*causing errors like:*). */
  ownLine: ({ original }) => {
    const led = ownLine.exec(original)
    if (led === null) return false
    const lead = original.slice(0, led.index)
    return !isTheory(lead) && (printedByClient.test(led[0]) || !isSupposed(lead))
  },
  log: ({ from, original }) => placeOfLogger.test(original.slice(0, from)),
  name: ({ original }) => errorShown.test(original),
  print: ({ from, original }) => isPrinted(original, from),
  shown: ({ original }) => shown.test(original.replaceAll(inlineCode, '').replaceAll(foretold, '')),
  told: ({ from, original }) => isAnnounced(original, from),
}
