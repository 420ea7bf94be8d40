import { type FoldedText, gap } from '../words/fold-text.ts'
import { isName, isWord } from '../words/name-characters.ts'
import type { Lead } from './path-lead.ts'
import { knownNames, noise } from './path-words.ts'
import { splitGlued } from './split-glued.ts'

const MAX_SEGMENTS = 32
const MAX_NAME = 60
const MAX_LISTED = 800

/** Tags of pydantic with a list in brackets: `function-after[check(), ToolMessage]`, `union[Text,ToolResult]`. */
const listingTag = /^(?:function-\w+|(?:tagged-)?union)$/

const nestedIndex = /^:[({]\d/
const nestedField = /^:[({][a-z]/

/** Reads the segments behind a root. */
export class PathReader {
  readonly names: string[] = []
  readonly #lower: string
  readonly #gaps: Uint8Array
  readonly #lead: Lead
  #isNested = false
  end: number

  constructor({ gaps, lower }: FoldedText, start: number, lead: Lead) {
    this.#lower = lower
    this.#gaps = gaps
    this.#lead = lead
    this.end = start
  }

  read(most: number = MAX_SEGMENTS, from: number = this.#separator(this.end)): void {
    let at = from
    for (let segments = 0; at > 0 && segments < most; segments++) {
      const length = this.#segment(at)
      if (length === 0) {
        // Either an index without a number (`tool_calls[*]`, `input[...]`), or the full stop of a sentence.
        if (this.#gaps[at] === gap.bracket && at < this.#lower.length) this.end = at
        return
      }
      this.end = at + length
      if (this.#lower[this.end] === '.' && listingTag.test(this.names.at(-1) as string)) this.end = this.#closing()
      at = this.#separator(this.end)
    }
  }

  /** The position behind the closing bracket of a tag, or the end of a cut text. */
  #closing(): number {
    const most = Math.min(this.#lower.length, this.end + MAX_LISTED)
    const end = this.#gaps.subarray(0, most).indexOf(gap.bracket, this.end + 2)
    return end < 0 ? most : end
  }

  /** The position behind a separator; 0 when the path ends here. */
  #separator(at: number): number {
    const mark = this.#lower[at]
    if (mark === '.') return this.#isApart(at) ? 0 : at + 1
    if (mark === '/' && this.#lead.isPointer) return at + 1
    if (mark === '-' && this.#lower[at + 1] === '>') return behindClass(this.#lower, this.#gaps, at + 2)
    // Errors nested like the request: `messages: (0: (role: must be ...`, `{"messages":{"0":{"role":[...`.
    if ((this.#isNested ? nestedField : nestedIndex).test(this.#lower.slice(at, at + 3))) {
      this.#isNested = true
      return at + 2
    }
    return mark === ',' && this.#lead.isList && !this.#endsSentence(at) ? at + 1 : 0
  }

  /** Whether a note in brackets follows the quoted path: `'messages.4' [request id: 2026...]`. */
  #isApart(at: number): boolean {
    return (
      this.#gaps[at] === gap.quote &&
      this.#gaps[at + 1] === gap.none &&
      /^\w\.\D/.test(this.#lower.slice(at - 1, at + 2))
    )
  }

  /** Whether a comma was the full stop behind a quoted path (folding turns it into one): a plain word follows. */
  #endsSentence(at: number): boolean {
    return (
      (this.#gaps[at] as number) >= gap.quote &&
      this.#gaps[at + 1] === gap.blank &&
      !/^(?:\d|[a-z],)/.test(this.#lower.slice(at + 1, at + 3))
    )
  }

  /** Reads one index or name, and returns its length: 0 when there is none. */
  #segment(at: number): number {
    if (this.#gaps[at] === gap.bracket) return 0
    const index = /^(?:\d{1,6}|x{2,4}|(?:index|idx)(?=\.)|[nmxyijk]|<\w{1,12}>|\{\w{0,12}\})/.exec(
      this.#lower.slice(at, at + 14),
    )
    if (index !== null && this.#endsAt(at + index[0].length, /\d/.test(index[0]))) {
      this.names.push('#')
      return index[0].length
    }
    const word = this.#word(at)
    // A full stop and a blank begin the next sentence, unless a terminal has broken the path.
    const end = at + word.length
    const isBroken = knownNames.has(word) && (this.#goesOn(end) || this.#lower[end] === ':')
    if (this.#gaps[at] === gap.blank && this.#lower[at - 1] === '.' && !isBroken) return 0
    // So do a full stop and a closing quote; a quoted name would have a second quote behind it.
    if (this.#gaps[at] === gap.quote && (this.#gaps[end] as number) < gap.quote && this.#lower[at - 1] === '.') return 0
    // A word before a colon in a list is the next label, as is `[type=missing`. In `messages.1.property name should not exist`
    // the field is named behind the path.
    if (
      word === '' ||
      this.#lower[end] === '=' ||
      word === 'property' ||
      (this.#lead.isList && this.#lower[end] === ':' && this.#lower[at - 1] === ',')
    )
      return 0
    this.names.push(word)
    return word.length
  }

  #endsAt(at: number, isNumber: boolean): boolean {
    // A single letter before a break is the beginning of a broken name: `messages.n` `ame`.
    const least = isNumber || verb.test(this.#lower.slice(at, at + 6)) ? gap.blank : gap.quote
    return (
      (this.#gaps[at] as number) >= least || !isWord(this.#lower.charCodeAt(at)) || this.#lower.startsWith('->', at)
    )
  }

  /** The word at a position, up to a mark, a quote or a blank. Pieces that a terminal has broken are joined: unknown names once. */
  #word(at: number): string {
    let whole = this.#piece(at)
    let joined = whole
    for (
      let broken = 0;
      broken < 3 && this.#gaps[at + joined.length] === gap.blank && this.#gaps[at] !== gap.quote;
      broken++
    ) {
      const piece = this.#piece(at + joined.length)
      if (piece === '') break
      joined += piece
      if (knownNames.has(joined) || (broken === 0 && !isNamed(whole) && this.#goesOn(at + joined.length)))
        whole = joined
    }
    return splitGlued(whole)
  }

  /** Whether the path goes on or its quotation ends at a position, so that the word before it is whole. */
  #goesOn(at: number): boolean {
    return this.#separator(at) > 0 ? this.#gaps[at] === gap.none : (this.#gaps[at] as number) >= gap.quote
  }

  #piece(at: number): string {
    const lower = this.#lower
    let end = at
    while (end - at < MAX_NAME && isName(lower.charCodeAt(end))) {
      if (end > at && this.#gaps[end] !== gap.none) break
      if (lower[end] === '-' && lower[end + 1] === '>') break
      end++
    }
    return lower.slice(at, end)
  }
}

/** Skips the class that Jackson writes before a field or an index: `->com.acme.Message["content"]`. */
function behindClass(lower: string, gaps: Uint8Array, start: number): number {
  for (let at = start; isName(lower.charCodeAt(at)) || lower[at] === '.'; at++) {
    if (lower[at] === '.' && (gaps[at + 1] === gap.quote || /\d/.test(lower[at + 1] ?? ''))) return at + 1
    if (at > start && gaps[at] !== gap.none) break
  }
  return start
}

const verb = /^(?:is|has|must|should|cannot)/

const isNamed = (word: string): boolean => knownNames.has(word) || noise.test(word)
