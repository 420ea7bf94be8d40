/** A mark is a hash of this many letters; earlier ones are shifted out of it. */
const LETTERS = 4
const MARKS = 0xfff

const next = (mark: number, text: string, at: number): number => ((mark << 3) ^ text.charCodeAt(at)) & MARKS

function markOf(letters: string): number {
  let mark = 0
  for (let at = 0; at < letters.length; at++) mark = next(mark, letters, at)
  return mark
}

/** A literal with the marks of the letters that it begins and ends with. */
export interface Literal {
  readonly literal: string
  readonly first: number
  readonly last: number
}

export const withMarks = (literal: string): Literal => ({
  literal,
  first: markOf(literal.slice(0, LETTERS)),
  last: markOf(literal),
})

/** The marks of a text, read once. Few of hundreds of literals begin and end with marks that it holds; only those are searched. */
export class LetterMarks {
  readonly #held: Uint8Array = new Uint8Array(MARKS + 1)
  #text = ''

  read(text: string): void {
    this.#held.fill(0)
    this.#text = text
    let mark = 0
    for (let at = 0; at < text.length; at++) {
      mark = next(mark, text, at)
      this.#held[mark] = 1
    }
  }

  /** Whether the text holds any of some literals. */
  holdsAny(literals: readonly Literal[]): boolean {
    for (const { first, last, literal } of literals)
      if (
        (literal.length < LETTERS || (this.#held[first] === 1 && this.#held[last] === 1)) &&
        this.#text.includes(literal)
      )
        return true
    return false
  }
}
