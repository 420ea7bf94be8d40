import { isChange } from './is-change.ts'
import { isSourceCode } from './is-source-code.ts'
import { prose } from './prose.ts'

/** A text that ends with a question is about an error, unless the error has a line or a paragraph of its own. */
const question =
  /^(?![^]*\n\s*\n|(?:[^]*\n)?Error: |\W{0,4}\[(?:[Bb]ug|BUG|[Ii]ssue|[Ee]rror)\])[^]*[.!)`"']\s{1,4}(?:How|What|Why|Can|Could|Any idea)\b[^\n?]{3,160}\?\s*$/

/** A text that is a question: errors do not ask. */
const asked =
  /^(?:Do(?:es)?|Is|Are|Should(?:n['’]t)?|Can|Could|Would|Will|Did|Ha(?:s|ve)|What|Where|When|Which)\b(?! (?:code|message|error)\b)[^\n{}:]{8,200}\?\s*$/

/** An indented block with prose before and behind it. */
const setApart =
  /:\n[ \t]{0,40}\n([ \t]{1,40})\S[^\n]{0,600}\n(?:\1[^\n]{0,600}\n){0,12}[ \t]{0,40}\n(?!\1)[ \t]{0,40}[A-Z`]/

/** A line of a report of tests. */
const testReport =
  /\btest_\w{1,160} (?:PASSED|FAILED)\b|^(?:=== RUN|--- (?:PASS|FAIL):) |\n=== Test \d|^E {3,9}AssertionError|^\s*(?:exit code \d{1,3}\s{1,9})?(?:[✓✔] |(?:FAIL|PASS) {1,2}\S{1,200}\.(?:test|spec)\.|(?:not )?ok \d{1,6} |[✗✘×✕√] [^\n]{1,300}\(\d{1,7} ?m?s\)\s*$)/i

/** A fence between two sentences of a document. */
const fenced =
  /[:：。)）](?:\*\*)?\s{1,20}```\w{0,10}\n[^`]{1,900}(?:`[^`\n]{1,90}`[^`]{0,600}){0,12}```[^\S\n]*\n\s{0,20}(?![^\n]*\?)(?:#{2,4} [\p{L}\d]|(?:\*\*)?[\p{L}\p{N}][^\n]{8,}[.。:：])/u

/** A list of rules. */
const list =
  /^\s*(?![^\n]*(?:error|fail|detect|invalid|reject))[A-Z][\w' ]{2,60}:\n\s*(?:[-*]|\d\.) (?:\*\*)?[A-Z]|^\s*\d{1,2}\. (?![^\n]*(?:error|[45]\d\d))[^\n]*\n\s*\d{1,2}\. |(?:^|\n)(?:(?:\s{0,20}(?:[-*] )?`?[2-5]\d\d\b[^\n{]*(?:\n|$)){3}|(?:\s{0,20}[-*] [2-5]\d\d: [^\n{]*(?:\n|$)){2}|(?:\s{0,20}[2-5]\d\d\s{1,20}(?:→|[-=]>) [^\n]*(?:\n|$)){3})/i

/** What a program does about an error; a refusal only states the error. */
const foretold =
  /\bmust never\b|; (?:inserting|injecting|dropping|skipping|stripping) |\bthe correct \w+ (?:should be|is):|\bdefense\b|\bwill (?:then )?(?:trigger|(?:now |silently |just )?be (?:ignored|dropped|skipped|stripped|injected))\b/i

/** A sentence with `…` or `*` in the place of ids, as documents quote it; validators that write `messages.*.` begin with it. */
const elided =
  /^[^{}:]{0,120}:\s*(?:\.{3}|…)\s*$|(?<!^[^a-z]{0,12}(?:[Tt]he )?|["'] ?: ?\[?["'](?:[Tt]he )?)messages\.\*\.|\b(?:fc|rs|msg|ws|call|toolu)_\*(?!\*)/

/** Entries of a library of errors, one below the other: status, code, sentence. */
const entries = /(?:(?:^|\n)[45]\d\d\s{1,4}[a-z_]{3,40}_error\s{1,4}[^\n]{10,400}\n[^]{0,40}?){2}/

/** The entry of a field in the reference of an API. */
const reference = /(?:^|\n)Type: [^\n]{2,80}\n(?:[^\n]{0,80}\n){0,3}?Required: (?:Yes|No)\b/

/** Rows of a table that was copied, cell by tab; one of Markdown: cells between bars, in one line; one that names an error shows it. */
const tableRow =
  /^(?!\d{4}-)(?:[^\t\n]{3,200}\t){2}[^\t\n]{3,200}\n(?:[^\t\n]{3,200}\t){2}|^\s*\|[^\n]{4,400}\|-{3,}\||^(?![^]*\|\s*\*{0,2}(?:http|status|code|状态)[^|\n]{0,12}\|\s*`?[45]\d\d\b)(?:\s{0,80}\|(?:[^|\n]{0,400}\|){2,12}[^\S\n]{0,40}(?:\n|$)){2}|^\s*\|(?!\s*(?:错误|error|message|reason|detail)[^|\n]{0,12}\|[^|\n]{0,400}\|\s*$)(?:(?:[^|\n]{0,400}\|){2,12}\s*$|[^|\n]{1,60}\|\s*\*\*)/i

/** The title above a log in a fence, or above an error that is given field by field: it does not make a document. */
const titleOfFence =
  /^(?![^]*\n\s{0,6}(?:#{1,6} |\*\*)(?:(?:Root [Cc]ause|Cause|Solution)\b|고민|해결|원인|原因|解决))(?:\s{0,8}#{1,6} [^\n]{0,200}\n{1,3}){1,4}(?:[^\n`]{0,90}\b(?:[Ee]rror|[45]\d\d)\b[^\n`]{0,90}\n{1,2})?\s{0,8}```\w{0,20}\n|^\s{0,8}#{1,6} (?:\w{1,20} )?(?:error|错误|报错)(?: (?:details?|message|info|output|log)|信息|详情)?:?\s*\n+(?=- |[A-Z\d{])/i

/** A line that says that an error came, above the error in a line of its own. */
const presented =
  /^(?![^\n]{0,300}\b(?:when(?! (?:using|i|we)\b)|if|fix|handl|avoid|prevent|should|would|tests?\b))[^\n]{0,300}\b(?:error|exception|(?:fail(?:s|ed)|rejected) with)\b[^\n.`]{0,90}[:：][ \t]{0,20}\n\s{0,20}(?=`[^`\n]{1,2000}`[ \t]{0,20}(?:\n|$)|```\w{0,10}\n\s{0,20}(?:[45]\d\d\b|\{|messages[.[]|From |(?:\w{1,20} ){0,2}[\w.]{0,60}(?:Error|Exception)\b|HTTP))/i

/** A first-person story before a block that begins like an error; it may ask what to do. */
const narrated =
  /^(?=(?:(?!```)[^]){0,400}(?:\b(?:I|I'm|we|We|my|our|suddenly|got|getting)\b|我))(?:(?!```|\b(?:if|when you|(?<!try a |(?:do|how|help|way) (?:\w{1,8} )?to |(?:can|do|should|could) (?:I|we|you) )fix\w*|handl\w*|avoid\w*|prevent\w*|PR|docs?|(?<!(?:[Hh]ow|[Ww]hat) )(?:should|would|could)|add(?:s|ed)?|[Tt]est(?:s|ed)?|[Cc]hecks?)\b)[^]){5,400}?\n(?:\s{0,20}\n)?(?=[ \t]{0,20}```\w{0,20}\n\s{0,20}(?:\[?\{|\[?API Error\b|[✕■⎿×●] |[45]\d\d\b|HTTP\b|[\w.]{0,60}(?:Error|Exception)\b)|[ \t]{0,20}(?:Bad Request: )?\{\s{0,40}"(?:error|message|type|detail|code)"|\s{0,20}(?:[✕■⎿×●❯>] {1,4})?\[?(?:API )?Error(?: code)?: [45]\d\d\b|> (?:API )?[Ee]rror: |Traceback \(most| {2,8}File "[^"\n]{1,300}", line \d|[\w./-]{1,120}\.rb:\d{1,6}:in |[\w.]{0,80}(?:Error|Exception): )/

/** The indented rest of a traceback whose beginning was cut off; the error is the first line without indentation. */
const tracebackTail = /^(?:[ \t][^\n]{1,400}\n){1,80}(?=[A-Za-z][\w.]{0,120}(?:Error|Exception)\b)/

/** The line of code that threw, with a caret below it; the error follows. */
const codeFrame = /^(?:[^\n]{0,300}:\d{1,6}\n)?[^\n]{1,400}\n\s{0,200}\^{1,40}\s*\n/

/** `never` holds no error of this request; `unlessAnnounced` may, where its writer announces one. */
const documents = {
  never: [entries, reference, tableRow, question, asked, testReport, elided],
  unlessAnnounced: [list, prose, setApart, fenced, foretold],
} as const

/** The opening line of a fence with code. */
const codeFence =
  /^\s{0,8}```(?:diff|patch|[jt]sx?|typescript|javascript|py|python|go|rust|java|kotlin|swift|php|ruby|csharp)\n/

/** Whether a text is source code, prose, a table or the like, so that an error in it is only spoken about. */
export function isDocument(original: string, isAnnouncedThere = false): boolean {
  const shownText = original
    .replace(codeFence, '')
    .replace(titleOfFence, '')
    .replace(presented, '')
    .replace(narrated, '')
    .replace(tracebackTail, '')
    .replace(codeFrame, '')
  const patterns = isAnnouncedThere ? documents.never : [...documents.never, ...documents.unlessAnnounced]
  return isSourceCode(shownText) || isChange(original) || patterns.some((pattern) => pattern.test(shownText))
}
