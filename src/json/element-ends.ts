const [quote, comma, backslash] = ['"', ',', '\\'].map((mark) => mark.charCodeAt(0)) as [number, number, number]
const blank = ' '.charCodeAt(0)
const opening: ReadonlySet<number> = new Set(['{'.charCodeAt(0), '['.charCodeAt(0)])
const closing: ReadonlySet<number> = new Set(['}'.charCodeAt(0), ']'.charCodeAt(0)])

/**
 * The offsets behind each element of a list in a JSON text, up to the first element that is neither an object nor a list, since only
 * brackets show where an element ends.
 *
 * @param text valid JSON
 * @param from inside the list, behind its bracket or behind an element
 * @example
 * elementEnds('[{"a":1},{}, 7]', 1) // [8, 11]
 */
export function elementEnds(text: string, from: number): number[] {
  const ends: number[] = []
  let depth = 0
  for (let at = from; at < text.length; at += 1) {
    const mark = text.charCodeAt(at)
    if (opening.has(mark)) depth += 1
    else if (closing.has(mark)) {
      depth -= 1
      if (depth < 0) return ends
      if (depth === 0) ends.push(at + 1)
    } else if (depth === 0 && mark > blank && mark !== comma) return ends
    else if (mark === quote) at = closingQuote(text, at)
  }
  return ends
}

function closingQuote(text: string, opened: number): number {
  for (let at = text.indexOf('"', opened + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    let escapes = 0
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return text.length
}
