import { before } from './before.ts'
import { type FoldedText, rawPositionOf } from './fold-text.ts'
import { isAnnounced, isPrinted, isSupposed } from './is-announced.ts'
import { isAboutPrograms } from './is-about-programs.ts'
import { isSourceCode } from './is-source-code.ts'
import { prose } from './prose.ts'
import { isInComment, isInLink, isLiteralOfCode, isQuotedInSentence, mayHoldQuotation } from './quotation.ts'

/** Words this close to the beginning of a text, or of the field that carried it, are the error itself. */
const CLOSE = 90
/** A path that the sentence begins with: `messages.90.content.1.image.source.base64.data: at least one of...` */
const locator = /(?:messages?|input|contents|system)\.[\w{}]{1,8}[.:]/
const LOOK_BACK = 600
const LOCATOR_REACH = 140

/** What stands before a provider's sentence in a real error: an error word and a mark, a status, a field of a body. */
const errorLead =
  /(?:error|exception|err|fehler|failed|failure|rejected|refused|invalid|reason|message|msg|detail|details|description|raw|body|response|status|code|upstream|operation|validation|model|provider|错误|失败|信息|エラー)[^a-z\s]|(?:rejected|refused)(?:the|this|every|our|my)request\W|badrequest|error(?:s?detected|s:|occurred|details|messagefrom)|[.:]error|genai\.\w{2,20}:|\.rb:\d+:in|missing(?:required)?parameter|unknown(?:parameter|name)|jsonpayload|\d{2}z?(?:error|fatal|warn)|unabletosubmit|wentwrong|itsaid(?:invalid|missing|unknown)?$|cannot(?:deserialize|unmarshal|construct)|unrecognizedfield|failedtodeserialize|invalid(?:value|param|request|argument)|(?:^|\D)[45]\d\d(?:\D|$)/

/** A sentence that quotes: documents, diffs, searches, tests. */
const quotingLead =
  /(?:^|[.;:])(?:as|in|see)?(?:the)?(?:docs?(?!ument|ker|tor)|documentation|readme|changelog|manual|article|guide|comment)[\w.]{0,20}?(?:say|mention|state|note|explain|list|describe|:)|(?:document|documentation|page|article)containsthefollowing|(?<!bu)grep|@@-\d|diff--git|expect\(|assert|describe\(|tooloutput|(?<!\.)toolresult:|stdout:|commandoutput|filecontent|searchresult/

/** The place of a line of a search; not that of a logger behind its time or level, of a panic, or before an exception. */
const sourceLine =
  /(?:^|(?<!\d\d:\d\d|[+-]\d\d)[^=\w./-])(?!\.(?:error|fatal)|\w{0,40}panickedat.*errvalue)[\w./-]{1,80}\.(?:md|mdx|rst|txt|[jt]sx?|py|go|rs|json|ya?ml|log):\d+(?![^;]{0,90}status[45]\d\d)(?::(?!\d)|(?!\+0x|.*(?:error|exception)[a-z]{0,60}[:-]))/

/** The place of a logger at the end of its line: nothing that a search shows. */
const placeOfLogger = /\.\w{1,4}:\d{1,6}[^\S\n]*\n/

/** The beginning of a line of source code, of a change log, or of advice; nearer than an error word it decides. */
const mention =
  /new\w{0,40}(?:error|exception)\($|(?:^|[;{}(,])(?:it|test|describe|context|specify)(?:\.\w{1,10})?\($|(?:^|[;{}])(?:export)?(?:const|let|var|final|static)\w{1,40}(?::\w{1,20})?=$|^-?(?:fixed|fixes|fix|added|changed|handle[sd]?|docs|feat)\W|(?:when|if|once|until)you(?:see|get|hit|encounter|receive)|(?:is|was)called$|(?:includes|startswith|endswith|indexof|contains?|match|test|search|equals?|in)\((?:\w{1,30},)?$|(?:server|provider|api|model)(?:later|then|will|sometimes|often|now)(?:says|answers|responds|complains)|(?:raise(?!_)|throw)[\w.]{1,60}\(f?$|(?:will|would|may|might|should)(?:raise|throw|return|answer)\w{1,40}(?:if|when|for)\w{0,20}$|fails(?:when|if)an?$|(?:repaired|restored|inserted|healed|patched|to(?:filter|drop|strip|remove|handle|skip|detect|clean|repair|prune|sanitize)(?:out)?)(?:\d{1,3})?$|(?:cause|trigger|produce)s?(?:an?|the)(?:api)?(?:[45]\d\d)?(?:api)?error:$|(?:would|will|could|might)(?:cause|trigger|produce|be)\w{1,40}error:$/
const MENTION_REACH = 140

/** Whoever ends with a question about it has pasted the error. */
const question = /[.!)`"']\s{1,4}(?:How|What|Why|Can|Could|Any idea)\b[^\n?]{3,160}\?\s*$/

/** A block that a document sets apart: prose before it and behind it. */
const setApart =
  /:\n[ \t]{0,40}\n([ \t]{1,40})\S[^\n]{0,600}\n(?:\1[^\n]{0,600}\n){0,12}[ \t]{0,40}\n(?!\1)[ \t]{0,40}[A-Z`]/

/** A line of a report of tests. */
const testReport =
  /\btest_\w{1,160} (?:PASSED|FAILED)\b|^(?:=== RUN|--- (?:PASS|FAIL):) |^\s*(?:exit code \d{1,3}\s{1,9})?(?:[✓✔] |(?:FAIL|PASS) {1,2}\S{1,200}\.(?:test|spec)\.|(?:not )?ok \d{1,6} |[✗✘×✕√] [^\n]{1,300}\(\d{1,7} ?m?s\)\s*$)/i

/** A fence between two sentences of a document. */
const fenced =
  /[:：。)）](?:\*\*)?\s{1,20}```\w{0,10}\n[^`]{1,900}(?:`[^`\n]{1,90}`[^`]{0,600}){0,12}```[^\S\n]*\n\s{0,20}(?![^\n]*\?)(?:#{2,4} [\p{L}\d]|(?:\*\*)?[\p{L}\p{N}][^\n]{8,}[.。:：])/u

/** A list of rules. */
const list =
  /^\s*(?![^\n]*(?:error|fail|detect|invalid|reject))[A-Z][\w' ]{2,60}:\n\s*(?:[-*]|\d\.) (?:\*\*)?[A-Z]|^\s*\d{1,2}\. (?![^\n]*(?:error|[45]\d\d))[^\n]*\n\s*\d{1,2}\. /i
/** What a program says of its own repair. */
const ownRepair =
  /\b(?:ignoring|popping|skipping|dropping|removing|stripping|inserting|merging|discarding|filtering out|synthesi[sz]ing|(?:renamed|dropped|removed|stripped|merged|skipped|repaired|inserted|discarded|converted|pruned|patched|backfilled) (?:\d+|duplicated?|orphan(?:ed)?|empty|unpaired|dangling|unsupported|unknown|unmatched|invalid)|\d+ (?:[\w-]+ ){1,5}(?:dropped|removed|stripped|merged|skipped|repaired|inserted|discarded)[,;.]|(?:was|were) (?:not kept|kept|sent as|marked|dropped|removed|replaced|stripped|skipped)\b)[ .]/i
/** What a program says that it does then, or has put in the place of what it could not send. */
const ownRetry =
  /(?:[;,.—–]|--) ?(?:retrying|continuing|skipping|ignoring|attempting|falling back)\b|^\[(?:image|file|document|attachment)s? [^\]\n]{0,200}\]|^\w{1,8}-\d{1,4}: \w{1,60}\(\) |^retrying /i
/** A line of a log that tells of no failure; one that names a message may warn of a refusal. */
const quietLevel =
  /^\W{0,3}(?:[\d:.,/TZ+-]{5,40} ){0,2}(?:\[?(?:INFO|DEBUG|TRACE|WARN(?:ING)?(?![^\n]*messages[.[]\d))\b|\[?(?:info|debug|warn)(?:\]|:) |level=(?:info|debug|warn(?:ing)?)\b)/
/** The same as a record. */
const quietRecord = /^\s*\{(?=[^\n]*"level": ?"?(?:info|debug|trace|[123]0\b))(?![^\n]*(?:err|exception|failed|40\d))/i
/** What shows that an error is told with it. */
const errorShown = /[{}]|\b[45]\d\d\b|error|exception|failed/i
/** Conditions, and what providers do as a rule, as they are told in other languages. */
const condition =
  /(?:чтобы не|经常触发|(?:可能|会)触发|分别(?:包含|为|是)|否则|否則|[会會][导導]致|如果|避免|以免|防止|会返回|会报(?!错\s?[:：])|会导致|会引发|会抛出|就会|会因|rechaza(?!d)|evita |sem isso|sin esto|retorna (?:um )?erro|devuelve (?:un )?error|échouer|sẽ trả|発生する|발생할 수|will error if|whose message (?:contains|says)|\b[Ii]f (?!I\b|we\b)(?:[\w']+ ){1,4}(?:shows?|says?|returns?|reports?|throws?|displays?) |to reject it with|\b(?:[Ii]f|[Ww]hen(?:ever)?|[Oo]nce) (?:you|an?|any|there)\b(?=[^.:;"'`{}\n]{0,60}$))(?:(?!error code: \d|\n\s*\n)[^]){0,120}(?:[\s>-]{1,24}[`"']{1,3}\n?[^`"\n]{0,60})?$/i
/** Code in Markdown shows nothing of an error, unless it has a line of its own; what is empty is no body. */
const inlineCode = /(?<!^[ \t]{0,20})`[^`\n]{0,200}`|`[^`\n]{0,200}`(?![ \t]{0,20}$)|\{\}|\[\]/gm
/** What somebody says that will come of it. */
const foretold = /\b(?:result in|return|get|cause|with) an? (?:HTTP )?[45]\d\d[ -](?:Bad[ -]Request|error)\b/gi
/** Said of a fault that is over, and of what is demanded or refused as a rule. */
const closed =
  /\bwould (?:leave|make|become|be left)\b|\b(?:[Bb]oth|each|all(?: of them| three)?)\s(?:returned|got|gave|answered|failed with) (?:an? )?(?:API |HTTP )?(?:error )?4\d\d\b|\n- \[[ x]\] |\b(?:MUST|SHALL|MAY)\b|(?:^|\n)[\s>]{0,6}(?:#{1,6} |\*\*)(?:Root [Cc]ause|Cause|Fix|Solution|Workaround)\b|\b[Rr]ejects?\b|\b[Tt]h(?:is|at) error (?:often |usually |sometimes )?(?:occurs|happens|indicates|means|appears|has been)\b|\b(?:error|issues?|message)(?: \d{3})? means\b|\b[Tt]he error stems from\b|\bindicates that the\b|\bwhenever (?!I |i |we |\w+ing )|已(?:经)?修复|^\W{0,6}根本原因|问题根源|官方文档(?:要求|说明|规定)|强校验|\b[Tt]his (?:fixes|resolves|prevents|avoids)\b/
/** An error that somebody leads to, in a line of its own. */
const ownLine =
  /[:：][ \t]{0,20}\n\s{0,8}(?:(?:API Error: |Error: |[\w.]{1,60}Error: )[45]\d\d[ :]|[\w.]{1,60}(?:Error|Exception)(?:: | - )|```\w{0,10}\n[^`]{1,600}```\s*$)/
/** The same with the name that a client gives it: nobody makes up one for an example. */
const printedByClient = /^[:：]\s{1,30}(?:```\w{0,10}\n\s{0,8})?(?:HTTP |API Error|[\w.]{0,60}(?:Error|Exception)\b)/

/** What an error shows that is not spoken about: its status, its body, its class. */
const shown =
  /[{}[\]]|(?:^|(?:error|code|http|status)\W{1,4})[45]\d\d\b|(?<!this )\b[45]\d\d ?(?:[:{-]|error\b(?! ?[.,;]|:?\s*$| on (?:the next|every|any)))|(?:error|exception)\b(?:\]|:(?!\s*$))/i

/** A sentence of a document: where ids belong, it leaves them out. */
const elided = /^[^{}:]{0,120}:\s*(?:\.{3}|…)\s*$|messages\.\*\.|\b(?:fc|rs|msg|ws|call|toolu)_\*(?!\*)/

/** Rows of a table that was copied, cell by tab; one of Markdown: cells between bars, in one line; one that names an error shows it. */
const tableRow =
  /^(?!\d{4}-)(?:[^\t\n]{3,200}\t){2}[^\t\n]{3,200}\n(?:[^\t\n]{3,200}\t){2}|^(?:\s{0,80}\|(?:[^|\n]{0,400}\|){2,12}[^\S\n]{0,40}(?:\n|$)){2}|^\s*\|(?!\s*(?:错误|error|message|reason|detail)[^|\n]{0,12}\|[^|\n]{0,400}\|\s*$)(?:(?:[^|\n]{0,400}\|){2,12}\s*$|[^|\n]{1,60}\|\s*\*\*)/i

/** A log in a fence has a title, which says nothing about what stands in it; so has an error that is told field by field. */
const titleOfFence =
  /^(?:\s{0,8}#{1,6} [^\n]{0,200}\n{1,3}){1,4}\s{0,8}```\w{0,20}\n|^\s{0,8}#{1,6} (?:\w{1,20} )?(?:error|错误|报错)(?: (?:details?|message|info|output|log)|信息|详情)?:?\s*\n+(?=- |[A-Z\d{])/i

/** Who tells that an error came, and gives it a line of its own. */
const presented =
  /^(?![^\n]{0,300}\b(?:when(?! (?:using|i|we)\b)|if|fix|handl|avoid|prevent|should|would|tests?\b))[^\n`]{0,300}\b(?:error|exception)\b[^\n.`]{0,90}[:：][ \t]{0,20}\n\s{0,20}(?=`[^`\n]{1,2000}`[ \t]{0,20}(?:\n|$)|```\w{0,10}\n\s{0,20}(?:[45]\d\d\b|\{|[\w.]{0,60}(?:Error|Exception)\b|HTTP))/i

/** Who tells what happened to him, before a fence that begins as errors do. */
const narrated =
  /^(?=[^`]{0,400}\b(?:I|I'm|we|my|our|suddenly|got|getting)\b)(?:(?!\b(?:if|when you|fix\w*|handl\w*|avoid\w*|prevent\w*|PR|docs?|should|would|could|add(?:s|ed)?|[Tt]est(?:s|ed)?|[Cc]hecks?)\b)[^`]){5,400}?\n(?:\s{0,20}\n)?(?=[ \t]{0,20}```\w{0,20}\n\s{0,20}(?:\[?\{|\[?API Error\b|[✕■⎿×] |[45]\d\d\b|HTTP\b|[\w.]{0,60}(?:Error|Exception)\b)|[ \t]{0,20}\{\s{0,40}"(?:error|message|type|detail|code)"|Traceback \(most| {2,8}File "[^"\n]{1,300}", line \d)/

/** What a traceback shows of the program, when the post begins inside it: the error is the line that is not indented. */
const tracebackTail = /^(?:[ \t][^\n]{1,400}\n){1,80}(?=[A-Za-z][\w.]{0,120}(?:Error|Exception)\b)/

/** The line that threw, with a mark below the place: what stands behind it is the error. */
const codeFrame = /^(?:[^\n]{0,300}:\d{1,6}\n)?[^\n]{1,400}\n\s{0,200}\^{1,40}\s*\n/

/** A complaint that leads to its path is part of what is said, not what leads to it: `Missing required parameter: 'input'`. */
const complaintBefore =
  /(?:missingrequired|unknown|additionalprop|invalidjson|expected|\.istooshort|\w{1,20}is(?:arequiredproperty|notoftype))[^;{}]{0,90}$/

/** Positions in the folded text. */
interface Span {
  readonly start: number
  readonly end: number
}

/** Texts of which nothing is the error of this request, and such as somebody writes who tells of his error. */
const documents = {
  never: [tableRow, question, testReport, elided],
  unlessAnnounced: [list, prose, setApart, fenced],
} as const

/** Whether a text is source code, prose, a table or the like: what stands in it is spoken about. */
export function isDocument(original: string, isAnnouncedThere = false): boolean {
  const shownText = original
    .replace(titleOfFence, '')
    .replace(presented, '')
    .replace(narrated, '')
    .replace(tracebackTail, '')
    .replace(codeFrame, '')
  const patterns = isAnnouncedThere ? documents.never : [...documents.never, ...documents.unlessAnnounced]
  return isSourceCode(shownText) || patterns.some((pattern) => pattern.test(shownText))
}

/**
 * True when the words stand inside other text (tool output, a diff, a document) and nothing shows that they are the error
 * of this request. A sentence alone is not enough: it needs to begin the text, or an error word or a body before it.
 *
 * @param isBody the text was read from a body: nobody writes about changes there
 */
export function isQuotedError(
  text: FoldedText,
  { end, start: found }: Span,
  original: string,
  isBody = false,
): boolean {
  const start = found - (complaintBefore.exec(before(text.lower, found, LOCATOR_REACH))?.[0].length ?? 0)
  const rawStart = rawPositionOf(original, start)
  const isTold = isAnnounced(original, rawStart)
  if (isDocument(original, isTold)) return true
  const isLedTo = isLedToLine(original)
  if (
    !isBody &&
    !isTold &&
    !isLedTo &&
    isAboutPrograms(original) &&
    !shown.test(original.replaceAll(inlineCode, '').replaceAll(foretold, ''))
  )
    return true
  if ([ownRepair, ownRetry, quietLevel].some((pattern) => pattern.test(original)) && !errorShown.test(original))
    return true
  if (quietRecord.test(original)) return true
  if (closed.test(original) && !isLedTo && !/[{}]/.test(original) && !isPrinted(original, rawStart)) return true
  if (start === 0) return false
  if (condition.test(original.slice(0, rawStart))) return true
  if (
    !isTold &&
    mayHoldQuotation(original) &&
    (isInSentence(original, start, end) || endsInSentence(original, start, end))
  )
    return true
  if (isLiteralOfCode(original, rawStart) || isInLink(original, rawStart, rawPositionOf(original, end - 1) + 1))
    return true
  if (mayHoldComment.test(original) && isInComment(original, rawStart)) return true
  const lead = before(text.lower, start, LOOK_BACK)
  if (
    (quotingLead.test(lead) && !isPrinted(original, rawStart)) ||
    (sourceLine.test(lead) && !placeOfLogger.test(original.slice(0, rawStart))) ||
    mention.test(beforeLocator(lead.slice(-MENTION_REACH)))
  )
    return true
  const near = lead.slice(-LOCATOR_REACH)
  const path = locator.exec(near)
  const sentence = path === null ? lead : lead.slice(0, lead.length - near.length + path.index)
  const beginning = sentence.lastIndexOf(';') + 1
  return sentence.length - beginning > CLOSE && !isLedTo && !errorLead.test(lead)
}

const mayHoldComment = /(?:[)\]};,] {1,4}|\n[ \t]{2,80})(?:#|\/\/) /

/** Whether somebody leads to an error in a line of its own, and tells of no rule and no possibility: *causing errors like:* */
function isLedToLine(original: string): boolean {
  const led = ownLine.exec(original)
  return led !== null && (printedByClient.test(led[0]) || !isSupposed(original.slice(0, led.index)))
}

const isInSentence = (original: string, start: number, end: number): boolean =>
  isQuotedInSentence(original, rawPositionOf(original, start), rawPositionOf(original, end - 1) + 1)

/** Words that begin before a quotation and end in it: a whole sentence that is quoted, no name that a box has broken. */
function endsInSentence(original: string, start: number, end: number): boolean {
  const last = rawPositionOf(original, end - 1)
  return (
    /["'`“「«](?:[^\s"'`”」»│┃|]{1,40}\s+){3,20}[^"'`”」»]*$/.test(
      original.slice(rawPositionOf(original, start), last),
    ) && isQuotedInSentence(original, last, last + 1)
  )
}

/** What leads to the words without the path that they begin with. */
function beforeLocator(lead: string): string {
  return lead.replace(/(?:messages?|input|contents|system|rejects?|answers?|for)[.\d:]*$/, '')
}
