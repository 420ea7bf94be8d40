/**
 * Literal strings of which a text must hold at least one for the pattern to match it. Taken from the part of the pattern
 * that is most telling: the longest run of plain characters, or a group whose alternatives all have one. A part without
 * any gives `['']`.
 *
 * @example
 * requiredLiterals('invalid(?:high|low)?surrogate|no\\dhex') // ['surrogate', 'hex']
 */
export function requiredLiterals(source: string): string[] {
  return splitAlternatives(source).flatMap(literalsOfSequence)
}

/** Words that most errors hold: as a requirement they tell little. */
const commonWords =
  'messages. messages message .content content tool_use tool_use_id tool_result tool_resultblock resultblock corresponding eachtool result results found previous expected exceed limit have must cannot notbe supported support invalid request system assistant user tool error param: model image response input. '

/** How telling a set of alternative literals is: that of its weakest. */
function strength(literals: readonly string[]): number {
  return Math.min(
    ...literals.map(({ length }, at) =>
      length < 4 || commonWords.includes(literals[at] as string) ? Math.min(length, 4) : length + 4,
    ),
  )
}

function literalsOfSequence(source: string): string[] {
  let best: string[] = ['']
  let run = ''
  const offer = (literals: string[]): void => {
    if (strength(literals) > strength(best)) best = literals
  }
  const flush = (): void => {
    offer([run])
    run = ''
  }
  for (let at = 0; at < source.length; at++) {
    const character = source[at] as string
    if (character === '(') {
      flush()
      const end = endOfGroup(source, at)
      const optional = '?*{'.includes(source[end + 1] ?? ' ')
      if (!optional && source.startsWith('(?:', at)) offer(requiredLiterals(source.slice(at + 3, end)))
      at = end
    } else if (character === '[') {
      flush()
      at = endOfClass(source, at)
    } else if (character === '?' || character === '*' || character === '{') {
      // The quantified character may be absent.
      run = run.slice(0, -1)
      flush()
      if (character === '{') at = source.indexOf('}', at)
    } else if (character === '\\') {
      at++
      if (/[a-z0-9]/i.test(source[at] as string)) flush()
      else run += source[at]
    } else if ('.^$+'.includes(character)) flush()
    else run += character
  }
  flush()
  return best
}

function splitAlternatives(source: string): string[] {
  const alternatives: string[] = []
  let from = 0
  for (let at = 0; at < source.length; at++) {
    const character = source[at]
    if (character === '\\') at++
    else if (character === '[') at = endOfClass(source, at)
    else if (character === '(') at = endOfGroup(source, at)
    else if (character === '|') {
      alternatives.push(source.slice(from, at))
      from = at + 1
    }
  }
  alternatives.push(source.slice(from))
  return alternatives
}

function endOfGroup(source: string, open: number): number {
  let depth = 0
  for (let at = open; at < source.length; at++) {
    const character = source[at]
    if (character === '\\') at++
    else if (character === '[') at = endOfClass(source, at)
    else if (character === '(') depth++
    else if (character === ')' && --depth === 0) return at
  }
  return source.length
}

function endOfClass(source: string, open: number): number {
  for (let at = open + 1; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === ']') return at
  }
  return source.length
}
