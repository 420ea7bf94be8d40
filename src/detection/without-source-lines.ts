/** What a log puts before each line: a time, the bar of a group of exceptions. */
const prefix = /^(?:\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}Z? ?|[ \t]{0,40}\| ?)/
/** A frame of a traceback. */
const frame = /^[ \t]*File "[^"]{1,400}", line \d/
/** The line of the source that stands below it, and the marks below that. */
const sourceOfFrame = /^(?: {4}|\t)/
/** A statement that raises: the message stands in it before it is filled in. */
const raise = /^[ \t]*raise [A-Za-z_][\w.]*(?:\(| from |$)/
const mayShowSource = /[\s|]raise [A-Za-z_]|^raise |File "|\d ?[|│]|--> ?[\d[]/
/** Lines of a source with their numbers, of which one is marked, before what was thrown: of notebooks; of Rich, Bun and Babel, with a bar. */
const numberedSources = [
  {
    /** An editor makes the number a link. */
    line: /^[ \t]*(?:[ \t]|-{2,6}> ?)(?:\d{1,6}|\[\d{1,6}\]\([^)]{1,400}\))(?:[ \t]|$)/,
    mark: /(?:^|\n)[ \t]{0,40}-{2,6}> ?(?:\d{1,6}|\[\d{1,6}\]\([^)\n]{1,400}\))[ \t]/,
  },
  {
    line: /^[ \t│]*(?:[❱>→] ?)?\d{1,6} ?[|│]/,
    mark: /(?:^|\n)[ \t│]{0,40}(?:[❱>→] ?\d{1,6} ?[|│]|\d{1,6} ?[|│][^\n]{0,400}\n[ \t|│]{0,200}\^)/,
  },
] as const
const thrown = /\n[\w.]{0,100}(?:Error|Exception): /
/** What the program ended with: the name of the exception. */
const exception = /^[A-Za-z_]\w*(?:\.\w+)+(?::|$)|^[A-Za-z]\w*(?:Error|Exception)(?::|$)/
/** Where a template stood when it refused, as llama.cpp traces it: its source goes on to the end. */
const templateTrace = / at row \d{1,6}, column \d{1,6}:\s{0,4}(?:\\n|\n)[^]*/
/** No traceback is longer: a larger text is not cut into lines. */
const LONGEST = 100_000
/** What belongs to the statement: its other lines, marks below it, its bracket. */
const restOfRaise = /^(?:[ \t]|[)\]}^]|$)/

/**
 * A traceback without the source that it shows: the error is what the program ended with, not the line that raised it.
 * Frames stay, they name the library; source that stands below no frame and before no exception stays: it is no traceback.
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

/** What the lines that belong to a line look like; null where none do. */
function restOf(line: string): RegExp | null {
  if (frame.test(line)) return sourceOfFrame
  return raise.test(line) ? restOfRaise : null
}

function endOf(rest: RegExp, lines: readonly string[], start: number): number {
  let at = start + 1
  while (at < lines.length && rest.test(lines[at] as string) && !frame.test(lines[at] as string)) at++
  return at
}
