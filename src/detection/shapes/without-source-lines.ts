/** The prefix of a line in a log: a time, or the bar of an exception group. */
const prefix = /^(?:\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}Z? ?|[ \t]{0,40}\| ?)/
/** A frame of a traceback. */
const frame = /^[ \t]*File "[^"]{1,400}", line \d/
/** The source line below a frame, and the carets below that. */
const sourceOfFrame = /^(?: {4}|\t)/
/** A `raise` statement, which holds the message before it is formatted. */
const raise = /^[ \t]*raise [A-Za-z_][\w.]*(?:\(| from |$)/
const mayShowSource = /[\s|]raise [A-Za-z_]|^raise |File "|\d ?[|│]|--> ?[\d[]/
/** Numbered source lines of which one is marked, above an exception: of notebooks; with a bar those of Rich, Bun and Babel. */
const numberedSources = [
  {
    /** Some editors make the number a link. */
    line: /^[ \t]*(?:[ \t]|-{2,6}> ?)(?:\d{1,6}|\[\d{1,6}\]\([^)]{1,400}\))(?:[ \t]|$)/,
    mark: /(?:^|\n)[ \t]{0,40}-{2,6}> ?(?:\d{1,6}|\[\d{1,6}\]\([^)\n]{1,400}\))[ \t]/,
  },
  {
    line: /^[ \t│]*(?:[❱>→] ?)?\d{1,6} ?[|│]/,
    mark: /(?:^|\n)[ \t│]{0,40}(?:[❱>→] ?\d{1,6} ?[|│]|\d{1,6} ?[|│][^\n]{0,400}\n[ \t|│]{0,200}\^)/,
  },
] as const
const thrown = /\n[\w.]{0,100}(?:Error|Exception): /
/** The line of the exception that ended the program. */
const exception = /^[A-Za-z_]\w*(?:\.\w+)+(?::|$)|^[A-Za-z]\w*(?:Error|Exception)(?::|$)/
/** A trace of a chat template by llama.cpp: the source of the template follows up to the end. */
const templateTrace = / at row \d{1,6}, column \d{1,6}:\s{0,4}(?:\\n|\n)[^]*/
/** Longer texts are no traceback, and are not split into lines. */
const LONGEST = 100_000
/** The rest of the `raise` statement: its other lines, the carets below it, its closing bracket. */
const restOfRaise = /^(?:[ \t]|[)\]}^]|$)/

/**
 * A traceback without its source lines: the error is the exception at its end, not the statement that raised it. Frames stay,
 * since they name the library. Source without a frame above it or an exception below it is no traceback, and stays.
 *
 * @example
 * withoutSourceLines('    raise ValueError("no user")\nValueError: no user') // 'ValueError: no user'
 */
export function withoutSourceLines(text: string): string {
  return text.length > LONGEST ? text : withoutFrames(text.replace(templateTrace, ''))
}

function withoutFrames(text: string): string {
  if (!mayShowSource.test(text)) return text
  const ofSource = numberedSources.filter(({ mark }) => {
    const at = text.search(mark)
    return at !== -1 && thrown.test(text.slice(at))
  })
  const lines = text.split('\n')
  const bare = lines.map((line) => line.replace(prefix, ''))
  const isShown = lines.map((line) => !ofSource.some((form) => form.line.test(line)))
  for (let at = 0; at < lines.length;) {
    const rest = restOf(bare[at] as string)
    const end = rest === null ? at + 1 : endOf(rest, bare, at)
    if (rest === sourceOfFrame) isShown.fill(false, at + 1, end)
    if (rest === restOfRaise && exception.test(bare[end] ?? '')) isShown.fill(false, at, end)
    at = end
  }
  return lines.filter((_, index) => isShown[index]).join('\n')
}

/** The form of the lines that belong to the given one; null if none do. */
function restOf(line: string): RegExp | null {
  if (frame.test(line)) return sourceOfFrame
  return raise.test(line) ? restOfRaise : null
}

function endOf(rest: RegExp, lines: readonly string[], start: number): number {
  let at = start + 1
  while (at < lines.length && rest.test(lines[at] as string) && !frame.test(lines[at] as string)) at++
  return at
}
