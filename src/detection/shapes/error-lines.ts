/** So long a text is read as a whole only as far as sentences are looked for. */
const LONG = 3000
/** So much of a line before what shows an error, and so much from there on. */
const LEAD = 200
const REACH = 700
/** So many places of the beginning, and of the end: what failed first, and what the program ended with. */
const PLACES = 2

/** What begins an error in a log: its level, its class, a body, a status. */
const errorStart = /\b(?:fatal|failed)\b|(?:error|exception)\b|[\s:(]4(?:00|22)\b/gi

/**
 * The lines of a long log that show an error, with what stands behind them; null for a text that is short, or shows none.
 *
 * @example
 * errorLines(log) // '10:00:00 [error] 400 {"type":"error","error":{…'
 */
export function errorLines(text: string): string | null {
  if (text.length <= LONG) return null
  const lines: string[] = []
  let end = 0
  for (const { index } of text.matchAll(errorStart)) {
    if (index < end) continue
    end = index + REACH
    const from = Math.max(0, index - LEAD)
    lines.push(text.slice(from + text.slice(from, index).lastIndexOf('\n') + 1, end))
  }
  if (lines.length === 0) return null
  return [...lines.slice(0, PLACES), ...lines.slice(PLACES).slice(-PLACES)].join('\n')
}
