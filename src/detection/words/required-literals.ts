/** One piece of a pattern: an escape, a class, the beginning or end of a group, a bar, a quantifier, an anchor, or plain characters. */
const piece =
  /\\[a-z\d]|\\.|\[(?:\\.|[^\]\\])*\]|\((?:\?(?:[:=!]|<[=!]))?|[)|.^$+]|[?*]|\{[\d,]*\}|[^\\[\]().|?*+{}^$]+/gi

/**
 * Literal strings of which a text must hold at least one for the pattern to match it. Taken from the part of the pattern
 * that is most telling: the longest run of plain characters, or a group whose alternatives all have one. A part without
 * any gives `['']`.
 *
 * @example
 * requiredLiterals('invalid(?:high|low)?surrogate|no\\dhex') // ['surrogate', 'hex']
 */
export function requiredLiterals(source: string): string[] {
  return new PatternReader(source.match(piece) ?? []).alternatives()
}

/** How telling a set of alternative literals is: that of its shortest. */
const strength = (literals: readonly string[]): number => Math.min(...literals.map(({ length }) => length))

const isOptional = (quantifier: string | undefined): boolean =>
  quantifier !== undefined && (quantifier === '?' || quantifier === '*' || quantifier.startsWith('{'))

class PatternReader {
  readonly #pieces: readonly string[]
  #at = 0

  constructor(pieces: readonly string[]) {
    this.#pieces = pieces
  }

  /** Up to the end of the group, which is read too. */
  alternatives(): string[] {
    const literals = this.#sequence()
    while (this.#pieces[this.#at] === '|') {
      this.#at++
      literals.push(...this.#sequence())
    }
    this.#at++
    return literals
  }

  #sequence(): string[] {
    let best: readonly string[] = ['']
    let most = 0
    let run = ''
    const offer = (literals: readonly string[]): void => {
      const offered = strength(literals)
      if (offered > most) [best, most] = [literals, offered]
    }
    const flush = (): void => {
      if (run !== '') offer([run])
      run = ''
    }
    for (let next = this.#pieces[this.#at]; next !== undefined && next !== '|' && next !== ')';) {
      this.#at++
      if (next.startsWith('(')) {
        flush()
        const inner = this.alternatives()
        if (next === '(?:' && !isOptional(this.#pieces[this.#at])) offer(inner)
      } else if (isOptional(next)) {
        // The quantified character may be absent.
        run = run.slice(0, -1)
        flush()
      } else if (next.length === 2 && next.startsWith('\\') && !/[a-z\d]/i.test(next)) run += next[1]
      else if (/^[[\\.^$+]/.test(next)) flush()
      else run += next
      next = this.#pieces[this.#at]
    }
    flush()
    return [...best]
  }
}
