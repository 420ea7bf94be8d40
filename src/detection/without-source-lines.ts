/** What a log puts before each line: a time, the bar of a group of exceptions. */
const prefix = /^(?:\d{4}-\d\d-\d\d[T ][\d:.,]{5,20}Z? ?|[ \t]{0,40}\| ?)/
/** A statement that raises, as a traceback shows it: the message stands in it before it is filled in. */
const raise = /^[ \t]*raise [A-Za-z_][\w.]*(?:\(| from |$)/
const hasRaise = /[\s|]raise [A-Za-z_]|^raise /
/** A line of a source, numbered as notebooks show it around an arrow. */
const numbered = /^[ \t]*(?:[ \t]|-{2,6}> ?)\d{1,6}(?:[ \t]|$)/
const hasArrow = /(?:^|\n)[ \t]{0,40}-{2,6}> ?\d{1,6}[ \t]{1,40}raise /
/** What the program ended with: the name of the exception. */
const exception = /^[A-Za-z_]\w*(?:\.\w+)+(?::|$)|^[A-Za-z]\w*(?:Error|Exception)(?::|$)/
/** No traceback is longer: a larger text is not cut into lines. */
const LONGEST = 100_000
/** What belongs to the statement: its other lines, marks below it, its bracket. */
const goesOn = /^(?:[ \t]|[)\]}^]|$)/

/**
 * A traceback without the source that it shows: the error is what the program ended with, not the line that raised it.
 * Source that no exception follows stays: it is no traceback.
 *
 * @example
 * withoutSourceLines('    raise ValueError("no user")\nValueError: no user') // 'ValueError: no user'
 */
export function withoutSourceLines(text: string): string {
  if (text.length > LONGEST) return text
  const isNotebook = hasArrow.test(text)
  if (!isNotebook && !hasRaise.test(text)) return text
  const lines = text.split('\n')
  const bare = lines.map((line) => line.replace(prefix, ''))
  const isShown = lines.map((line) => !isNotebook || !numbered.test(line))
  for (let at = 0; at < lines.length;) {
    const isRaise = raise.test(bare[at] as string)
    const end = isRaise ? endOfStatement(bare, at) : at + 1
    if (isRaise && exception.test(bare[end] ?? '')) isShown.fill(false, at, end)
    at = end
  }
  return lines.filter((_, index) => isShown[index]).join('\n')
}

function endOfStatement(lines: readonly string[], start: number): number {
  let at = start + 1
  while (at < lines.length && goesOn.test(lines[at] as string)) at++
  return at
}
