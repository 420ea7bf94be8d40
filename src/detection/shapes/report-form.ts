import { anyOf } from '../words/any-of.ts'

/** How the title of a section begins. */
const head = '(?:^|\\n)[ \\t]{0,8}(?:#{1,6} |\\*\\*)[^\\w\\n*]{0,4}'

/** Questions of the forms of issue trackers. */
const question = anyOf(
  [
    /(?:the )?(?:\[?bug\]?|issue|problem|description)/,
    /describe the (?:bug|issue|problem|error)/,
    /what(?:['’]s| is| did| happen(?:s|ed)?| went| do| should| version| are)\b/,
    /(?:what|which) (?:\w+ ){1,5}(?:are you|were you|did you|do you|can reproduce|reproduces?)\b/,
    /symptoms?$/,
    /preflight|initial checks|self checks|checklist/,
    /(?:actual|observed|expected|current)(?:$| (?:behaviou?r|results?|outcome|output|errors?))/,
    /(?:steps )?to reproduce|how to reproduce|reproduc(?:tion|ing)|steps\b/,
    /environment|system info|versions?\b|setup\b/,
    /additional|screenshots?/,
    /error$/,
    /(?:relevant |full )?(?:logs?$|(?:errors?|log|stack|console|terminal) ?(?:logs?|output|messages?|trace|traceback|details?|info\w*|text|response|body))/,
    /qu[eé] (?:pasa|pas[oó]|ocurre|sucede)|o que (?:acontece|aconteceu)|descri(?:pci[oó]n|ç[aã]o)|(?:comportamiento|comportamento|problem[ae]|pas[so]os|entorno|ambiente|fehler|beschreibung|umgebung|étapes)/,
    /(?:问题|错误|报错|当前|运行|实际|预期|复现|环境|补充|附加|日志)/,
  ],
  (words) => `${head}(?:${words})[^\\n:]{0,80}$`,
)

/** Titles that only changes and documents have: the cause, the remedy. */
const answer = anyOf(
  [
    /(?:root |likely )?cause|(?:errors? )?fix|solution|workaround|resolution|proposed|suggested|changes?|tests?\b|wh(?:y|en)\b|how\b/,
    /根因|根本|原因|修复|解决|方案|改动|变更|测试|验证|建议/,
  ],
  (words) => `${head}(?:${words})`,
)

/** Whether a text has the titles of a change or of a document. */
export const isAnswer = (text: string): boolean => answer.test(text)

/** Checkboxes that a form asks to confirm. */
const promise = /^[ \t]{0,8}[-*] \[[ x]\] (?:i\b|this is\b|please\b|my\b|\W{0,3}(?:for|我|请|\[))/i

/** A question as a web page shows it: in a line of its own, without Markdown. */
const shownQuestion = anyOf(
  [
    /what['’]s wrong\?|what (?:happened|went wrong|should happen|did you expect to happen)\??/,
    /describe the (?:bug|issue|problem)|bug description/,
    /(?:actual|expected|current|observed) (?:behaviou?r|results?)/,
    /(?:steps )?to reproduce|reproduction steps/,
    /(?:error|log|console) (?:messages?|output|logs?)(?:\/logs)?/,
    /preflight checklist|environment(?: info)?|system info|additional (?:context|information)/,
  ],
  (words) => `^[ \\t]{0,8}(?:${words}):?[ \\t]{0,8}$`,
)

/** Any title of a section. */
const title = /^[ \t]{0,8}#{1,6} /

/** A field with its answer in the same line. */
const inline = /^[ \t]{0,8}\*\*(?:actual|observed)(?: (?:behaviou?r|results?|outcome))?(?:[:：]\*\*|\*\*[:：]) (?=\S)/i

const mayHaveForm =
  /(?:^|\n)[ \t]{0,8}(?:#{1,6} |\*\*|[-*] \[[ xX]\] |(?:what|describe|bug|actual|expected|current|observed|steps|to|repro|error|log|console|preflight|environment|system|additional)[^\n]{0,30}\n)/i

const isOfForm = (line: string): boolean => question.test(line) || promise.test(line) || shownQuestion.test(line)

/** Between two fields of a form. */
export const betweenFields: RegExp = /\n[^\S\n]*\n[^\S\n]*\n/

/**
 * A post without the form of the tracker around it: the titles of its fields and its checkboxes. Titles of changes and
 * documents stay.
 *
 * @example
 * withoutForm('### What happened?\n\n400 roles must alternate') // '\n400 roles must alternate'
 */
export function withoutForm(text: string): string {
  if (!mayHaveForm.test(text) || answer.test(text)) return text
  const lines = text.split('\n')
  if (!lines.some((line) => isOfForm(line) || inline.test(line))) return text
  return lines.map((line) => (title.test(line) || isOfForm(line) ? '' : line.replace(inline, ''))).join('\n')
}

/** The title of a field that asks for the error itself. */
const asksForError =
  /^[ \t]{0,8}(?:#{1,6} |\*\*)?[^\w\n]{0,4}(?:(?:what|is|was|the|full|raw|actual|observed|relevant) ){0,4}(?:error|exception|traceback|stack ?trace|报错|错误)/i

/**
 * The answer of a report (a post that `withoutForm` changes) to the question for the error; null when there is no such field,
 * or it is empty.
 *
 * @example
 * askedError('### What did you do?\n\nI ran it.\n\n### Error message\n\n400 roles must alternate') // '400 roles must alternate'
 */
export function askedError(text: string): string | null {
  const lines = text.split('\n')
  const start = lines.findIndex((line) => asksForError.test(line) && isOfForm(line))
  if (start < 0) return null
  const end = lines.findIndex((line, at) => at > start && (title.test(line) || isOfForm(line)))
  const field = lines.slice(start + 1, end < 0 ? lines.length : end).join('\n')
  return field.trim() === '' ? null : field
}
