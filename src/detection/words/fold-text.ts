import { before } from './before.ts'

/**
 * The one normal form in which errors are compared. Terminals, log boxes, JSON in JSON and Python reprs break words, add
 * backslashes and lose quotes, so everything that they change is left out:
 *
 * - no white space, no quotes or backticks, no box drawing, no ANSI codes, no Markdown or comment marks, no escapes;
 * - a full stop after a quoted name, or apart after a label in brackets, becomes a comma, so that it is not read as a longer path;
 * - `=>`, as Ruby, Elixir and PHP print a body, becomes a colon;
 * - `isn't` and `isnt` are `is not`, `can't` is `cannot`;
 * - brackets of indices become dots (`messages[3].content` and `messages.[3].content` are both `messages.3.content`), and
 *   a run of dots is one dot;
 * - the comparison copy is in lower case.
 */
export interface FoldedText {
  /** Lower case, for matching. Same length and positions as `cased`. */
  readonly lower: string
  /** With the letters as they came: ids are case-sensitive. */
  readonly cased: string
  /** For each position, and the end: the most telling thing that was left out before it (`gap`). */
  readonly gaps: Uint8Array
}

/** What may have been left out before a code unit. The greater one tells more. */
export const gap = { none: 0, blank: 1, quote: 2, bracket: 3 } as const

const DROP = 0
const SPECIAL = 1
const NEWLINE = 10
const BACKSLASH = 92
const ESCAPE = 27
const HYPHEN = 45
const DOT = 46
const COMMA = 44
const BRACKET = 93
const COLON = 58
const EQUALS = 61
const ARROW_HEAD = 62
const LOWER_N = 110
const UPPER_N = 78

/** By ASCII code: `DROP`, `SPECIAL`, or the code to keep. */
const asciiActions: Uint8Array = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code <= 32 || code === 127) return code === NEWLINE || code === ESCAPE ? SPECIAL : DROP
  const character = String.fromCharCode(code)
  if ('"\'`*#|]'.includes(character)) return DROP
  if (code === BACKSLASH || character === '.' || character === '[') return SPECIAL
  return code
})

/** Quotes, white space, zero-width marks and box drawing beyond ASCII. */
function isDecoration(code: number): boolean {
  if (code === 0xa0 || code === 0xad || code === 0xb4 || code === 0xab || code === 0xbb || code === 0xfeff) return true
  if (code >= 0x2000 && code <= 0x203a) return code <= 0x200f || (code >= 0x2018 && code <= 0x201f) || code >= 0x2028
  return (code >= 0x2500 && code <= 0x259f) || code === 0x3000
}

const isQuote = (code: number): boolean =>
  code === 34 || code === 39 || code === 96 || (code >= 0x2018 && code <= 0x201d)
const isLetter = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 65 && code <= 90)
const isT = (code: number): boolean => code === 116 || code === 84
const isDigitOrBracket = (code: number): boolean => (code >= 48 && code <= 57) || code === 91

const gapOf = (code: number): number => (code === BRACKET ? gap.bracket : isQuote(code) ? gap.quote : gap.blank)

/** The value of a `\\uXXXX` or `\\xXX` escape; NaN when the digits are not there, or none are asked for. */
function hexAt(text: string, start: number, digits: number): number {
  const hex = text.slice(start, start + digits)
  return hex.length === digits && /^[\da-f]+$/i.test(hex) ? Number.parseInt(hex, 16) : Number.NaN
}

/** The verb of a contraction, before its `n`. */
const contracted = /(?:is|are|was|were|do|does|did|has|have|had|must|should|could|would|need|might|ca|wo)$/i
const LONGEST_VERB = 6
const irregular: Readonly<Record<string, string>> = { ca: 'can', wo: 'will' }

/** The code units of a text that are kept, and what was left out between them. */
class Fold {
  readonly units: Uint16Array
  readonly gaps: Uint8Array
  size = 0
  #gap = 0

  constructor(length: number) {
    // Among contractions `wont` grows most.
    const most = Math.ceil((length * 'willnot'.length) / 'wont'.length)
    this.units = new Uint16Array(most)
    this.gaps = new Uint8Array(most + 1)
  }

  keep(code: number): void {
    if (code === ARROW_HEAD && this.units[this.size - 1] === EQUALS) {
      this.units[this.size - 1] = COLON
      return
    }
    this.gaps[this.size] = this.#gap
    this.#gap = gap.none
    this.units[this.size++] = code
  }

  /** Called before a `t`: writes a contraction out, up to its last letter. Without an apostrophe it has to be a whole word. */
  spellOut(isLast: boolean): void {
    const n = this.units[this.size - 1]
    if ((n !== LOWER_N && n !== UPPER_N) || (this.#gap !== gap.quote && (this.#gap !== gap.none || !isLast))) return
    const end = this.size - 1
    const tail = String.fromCharCode(...this.units.subarray(Math.max(0, end - LONGEST_VERB), end))
    const verb = contracted.exec(tail)?.[0].toLowerCase()
    if (verb === undefined || (this.#gap === gap.none && !this.#begins(end - verb.length))) return
    this.size = end - verb.length
    this.#gap = this.gaps[this.size] as number
    for (const letter of irregular[verb] ?? verb) this.keep(letter.charCodeAt(0))
    if (verb !== 'ca') this.leaveOut(gap.blank)
    this.keep(n)
    this.keep(n + 1)
  }

  #begins(at: number): boolean {
    return at === 0 || this.gaps[at] !== gap.none || !isLetter(this.units[at - 1] as number)
  }

  leaveOut(kind: number): void {
    // A full stop and a blank end the sentence, even if a quotation follows: the blank must not become a quote.
    if (kind > this.#gap && !(this.#gap === gap.blank && this.endsWithDot)) this.#gap = kind
  }

  /** A run of dots becomes one, and nothing between them ends a path. */
  dot(): void {
    if (this.endsWithDot) this.#gap = gap.none
    else this.keep(DOT)
  }

  get endsWithDot(): boolean {
    return this.size > 0 && this.units[this.size - 1] === DOT
  }

  end(): void {
    this.gaps[this.size] = gap.bracket
  }
}

function foldUnits(text: string): Fold {
  const fold = new Fold(text.length)
  foldInto(fold, text, Infinity)
  fold.end()
  return fold
}

/** Full-width marks and letters, and the dashes that are not on a keyboard, are their ASCII counterparts. */
function asciiOf(code: number): number {
  if (code < 0x2010 || code > 0xff5e) return code
  if (code <= 0x2014) return HYPHEN
  const narrow = code - 0xfee0
  return narrow > 32 && asciiActions[narrow] !== SPECIAL ? narrow : code
}

/** Folds until the given number of code units is kept, and returns how far it has read. */
function foldInto(fold: Fold, text: string, most: number): number {
  for (let at = 0; at < text.length; at++) {
    if (fold.size > most) return at - 1
    const code = asciiOf(text.charCodeAt(at))
    if (code >= 128) {
      if (isDecoration(code)) fold.leaveOut(gapOf(code))
      else fold.keep(code)
      continue
    }
    const action = asciiActions[code] as number
    if (action === DROP) fold.leaveOut(gapOf(code))
    else if (action !== SPECIAL) {
      if (isT(code)) fold.spellOut(!isLetter(text.charCodeAt(at + 1)))
      fold.keep(code)
    } else if (code === DOT || code === 91) at = foldDot(text, at, fold)
    else if (code === BACKSLASH) at = foldEscape(text, at, fold)
    else {
      fold.leaveOut(gap.blank)
      at = code === NEWLINE ? skipLinePrefix(text, at) : skipAnsi(text, at)
    }
  }
  return text.length - 1
}

/** The position in the text before folding of the code unit at a position of the folded text. */
export const rawPositionOf = (text: string, folded: number): number => foldInto(new Fold(text.length), text, folded)

/** A colour code that has lost its first byte on the way into a post: `[31m`, `[1;33m`. */
const colour = /\[\d{1,3}(?:;\d{1,3}){0,3}m/y

/** A path of jq that begins behind a label: `[invalid_request_error] .messages[2]`. An index is a part of its path. */
const isBehindLabel = (text: string, at: number): boolean =>
  text.charCodeAt(at - 1) <= 32 && /[a-z]\]\s{1,4}$/i.test(before(text, at, 6))

/** A label beside another one: `[ItemParam] [input[4]] [invalid_enum_value]` (github.com/openai/codex/issues/27423) are three. */
const isLabel = (text: string, at: number): boolean =>
  text.charCodeAt(at) === 91 && /\]\s{1,4}\[[a-z]/i.test(text.slice(Math.max(0, at - 5), at + 2))

/** Folds a full stop or an opening bracket, and returns the last position that it has read. */
function foldDot(text: string, at: number, fold: Fold): number {
  colour.lastIndex = at
  const code = text.charCodeAt(at) === DOT ? null : colour.exec(text)
  if (code !== null) {
    fold.leaveOut(gap.blank)
    return at + code[0].length - 1
  }
  const isEnd = text.charCodeAt(at) === DOT && (isQuote(text.charCodeAt(at - 1)) || isBehindLabel(text, at))
  const isApart = isEnd ? !isDigitOrBracket(text.charCodeAt(at + 1)) : isLabel(text, at)
  if (!fold.endsWithDot && isApart) fold.keep(COMMA)
  else fold.dot()
  return at
}

/** What follows the first byte of a character in a Python repr of bytes: `\\xe8\\xaf\\xb7`. */
const moreBytes = /(?:\\+x[89ab][\da-f]){1,3}/iy
const utf8 = new TextDecoder()

/** Keeps a character that is written as escaped bytes, and returns their last position; 0 when there is none. */
function foldBytes(text: string, first: number, end: number, fold: Fold): number {
  moreBytes.lastIndex = end + 1
  const more = first < 0xc2 ? null : moreBytes.exec(text)
  if (more === null) return 0
  const length = first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4
  const escapes = [...more[0].matchAll(/x(..)/g)].slice(0, length - 1)
  const character = utf8.decode(Uint8Array.of(first, ...escapes.map(([, hex]) => Number.parseInt(hex as string, 16))))
  for (let at = 0; at < character.length; at++) fold.keep(character.charCodeAt(at))
  const last = escapes.at(-1) as RegExpExecArray
  return end + last.index + last[0].length
}

/** A run of backslashes with what it escapes. Returns the last position that it has read. */
function foldEscape(text: string, start: number, fold: Fold): number {
  let at = start
  while (at + 1 < text.length && text.charCodeAt(at + 1) === BACKSLASH) at++
  const next = text.charCodeAt(at + 1)
  const digits = next === 117 ? 4 : next === 120 ? 2 : 0
  const decoded = hexAt(text, at + 2, digits)
  if (!Number.isNaN(decoded)) {
    at += 1 + digits
    if (decoded === ESCAPE) return skipAnsi(text, at)
    const end = digits === 2 ? foldBytes(text, decoded, at, fold) : 0
    if (end > 0) return end
    if (decoded < 128 ? decoded > 32 && asciiActions[decoded] !== DROP : !isDecoration(decoded)) fold.keep(decoded)
    else fold.leaveOut(gapOf(decoded))
    return at
  }
  if (next !== 110 && next !== 114 && next !== 116) return at
  fold.leaveOut(gap.blank)
  return at + 1
}

/** A wrapped line may start with a comment, quotation or box mark of the log that carries it. */
function skipLinePrefix(text: string, newline: number): number {
  let at = newline
  while (at + 1 < text.length) {
    const code = text.charCodeAt(at + 1)
    const slashes = code === 47 && text.charCodeAt(at + 2) === 47
    if (slashes) at += 2
    else if (code === 32 || code === 9 || code === 62 || code === 13) at++
    else break
  }
  return at
}

/** `ESC [ parameters final`: a colour or cursor code. */
function skipAnsi(text: string, escape: number): number {
  if (text.charCodeAt(escape + 1) !== 91) return escape
  const limit = Math.min(text.length, escape + 24)
  for (let at = escape + 2; at < limit; at++) {
    const code = text.charCodeAt(at)
    if (code >= 64 && code <= 126) return at
  }
  return escape + 1
}

const CHUNK = 8192

function stringOf({ units, size }: Fold): string {
  if (size <= CHUNK) return String.fromCharCode.apply(null, units.subarray(0, size) as unknown as number[])
  let text = ''
  for (let at = 0; at < size; at += CHUNK)
    text += String.fromCharCode.apply(null, units.subarray(at, Math.min(size, at + CHUNK)) as unknown as number[])
  return text
}

const upperCase = /[A-ZÀ-ÖØ-ÞА-ЯЁ]+/g

/** Folds a text. */
export function foldText(text: string): FoldedText {
  const fold = foldUnits(text)
  const cased = stringOf(fold)
  // Only Latin and Cyrillic: the lower case of other letters may be longer.
  return {
    cased,
    lower: cased.replaceAll(upperCase, (letters) => letters.toLowerCase()).replaceAll('recognised', 'recognized'),
    gaps: fold.gaps,
  }
}
