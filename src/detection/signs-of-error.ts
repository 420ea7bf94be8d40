import { isAnnounced, isPrinted, isSupposed, isTheory } from './is-announced.ts'
import type { Mention } from './mention.ts'

export type SignOfError = 'body' | 'braces' | 'lead' | 'log' | 'name' | 'ownLine' | 'print' | 'shown' | 'told'

/** What stands before a provider's sentence in a real error: an error word and a mark, a status, a field of a body. */
const errorLead =
  /(?:error|exception|err|fehler|failed|failure|rejected|refused|invalid|reason|错误|失败|信息|エラー)[^a-z\s/]|(?:message|msg|details?|description|raw|body|response|status|code|upstream|operation|validation|model|provider)[^a-z\s/,.;)}—–-]|(?:rejected|refused)(?:the|this|every|our|my)request\W|badrequest|error(?:s?detected|s:|occurred|details|messagefrom)|errorswith|[.:]error|path:|genai\.\w{2,20}:|\.rb:\d+:in|missing(?:required)?parameter|unknown(?:parameter|name)|jsonpayload|\d{2}z?(?:error|fatal|warn)|unabletosubmit|wentwrong|itsaid(?:invalid|missing|unknown)?$|cannot(?:deserialize|unmarshal|construct)|unrecognizedfield|failedtodeserialize|invalid(?:value|param|request|argument)|(?:^|\D|http\/(?:1\.\d|[23]))[45]\d\d(?:\D|$)/

/** The place of a logger at the end of its line: nothing that a search shows. */
const placeOfLogger = /\.\w{1,4}:\d{1,6}[^\S\n]*\n/

/** What shows that an error is told with it. */
const errorShown =
  /\{\s{0,40}[\\"']{0,4}[\w@-]{1,40}[\\"']{0,4}\s?[:=]|\}\s{0,9}$|\b[45]\d\d\b(?! [a-z]{3,12}s\b)|error|exception|failed/i

/** Code in Markdown shows nothing of an error, unless it has a line of its own; what is empty is no body. */
const inlineCode =
  /``(?!`)(?:[^`\n]|`(?!`)){1,200}``(?!`|[ \t]{0,20}$)|(?<!^[ \t]{0,20})`[^`\n]{0,200}`|`[^`\n]{0,200}`(?![ \t]{0,20}$)|\{\}|\[(?:[a-z]+(?:\([\w, ]*\))?(?:, |(?=\]))){2,}\]|\[\]|(?<=[\w,.] )(?:\[\d{1,2}\]){1,4}|\[[^\][\n]{1,80}\]\(https?:[^\s()]{1,200}\)/gm

/** What was sent is shown beside what is told of it: no body of an error. */
const requestInCode = /`\{(?![^`\n]*(?:err|message"|detail|code|status))[^`\n]{0,200}`/g

/** What somebody says that will come of it. */
const foretold =
  /\b(?:would|could|might) (?:return|throw|raise|give|get|see) (?:the|an|this) (?:following )?(?:error|exception)\b:?|\b(?:result in|return|get|cause|with) an? (?:HTTP )?[45]\d\d[ -](?:Bad[ -]Request|error)\b|\b(?:causes?|makes?|leads?) [^.\n"'`:]{2,40}? (?:to )?(?:return|answer|throw|raise|reject|respond)\b[^.\n:"'`]{0,30}[45]\d\d:?|\b(?:errors?|fails?|rejected) \(HTTP [45]\d\d\)(?=[.,;]|\s*$)/gi

/** An error that somebody leads to, in a line of its own. */
const ownLine =
  /[:：][ \t]{0,20}\n\s{0,8}`?(?:(?:API Error: |Error: |[\w.]{1,60}Error: )[45]\d\d[ :]|[A-Z]\w{1,20} (?:\w{1,20} ){0,2}(?:rejected|failed): |[\w.]{1,60}(?:Error|Exception)(?:: | - )|> (?:messages|contents|input)[.:[]\s?\w|```\w{0,10}\n[^`]{1,600}```\s*$)/

/** The same with the name that a client gives it: nobody makes up one for an example. */
const printedByClient =
  /^[:：]\s{1,30}(?:```\w{0,10}\n\s{0,8})?`?(?:HTTP |API Error|[A-Z]\w{1,20} (?:\w{1,20} ){0,2}(?:rejected|failed): |[\w.]{0,60}(?:Error|Exception)\b)/

/** What an error shows that is not spoken about: its status, its body, its class, a place in the request before a paragraph's complaint. */
const shown =
  /^(?:messages|contents|input)[.[]\d.*\n\s*\n|[{}[\]]|[:：] 4(?:00|22) (?=[A-Z])|(?:^|(?:error|code|http|status)\W{1,4})(?!40[123]|429)[45]\d\d\b|(?<!this )\b(?!40[123]|429)[45]\d\d ?(?:[:{-]|error\b(?! ?[.,;]|:?\s*$| complaining| on (?:the next|every|any)))|(?:error|exception)\b(?:\]|:(?!\s*$))/i

/** What shows that words are the error of somebody who got it, whatever is said around them. */
export const signsOfError: Readonly<Record<SignOfError, (mention: Mention) => boolean>> = {
  body: ({ isBody }) => isBody,
  braces: ({ original }) => /[{}]/.test(original.replaceAll(requestInCode, '')),
  /** An error word, a status or a field of a body leads to the words. */
  lead: ({ lead }) => errorLead.test(lead),
  /** Somebody leads to an error in a line of its own, and tells of no rule and no possibility: *causing errors like:* */
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
