/**
 * The one normal form in which errors are compared. Terminals, log boxes, JSON in JSON and Python reprs break words, add
 * backslashes and lose quotes, so everything that they change is left out:
 *
 * - no white space, no quotes or backticks, no box drawing, no ANSI codes, no Markdown or comment marks, no escapes;
 * - a full stop after a quoted name becomes a comma, so that it is not read as a longer path;
 * - brackets of indices become dots (`messages[3].content` and `messages.[3].content` are both `messages.3.content`), and
 *   a run of dots is one dot;
 * - the comparison copy is in lower case.
 */
export interface FoldedText {
  /** Lower case, for matching. Same length and positions as `cased`. */
  readonly lower: string
  /** With the letters as they came: ids are case-sensitive. */
  readonly cased: string
}

const DROP = 0
const SPECIAL = 1
const NEWLINE = 10
const BACKSLASH = 92
const ESCAPE = 27
const DOT = 46
const COMMA = 44

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
const isDigitOrBracket = (code: number): boolean => (code >= 48 && code <= 57) || code === 91

/** The value of a `\\uXXXX` or `\\xXX` escape; NaN when the digits are not there. */
function hexAt(text: string, start: number, digits: number): number {
  const hex = text.slice(start, start + digits)
  return hex.length === digits && /^[\da-f]+$/i.test(hex) ? Number.parseInt(hex, 16) : Number.NaN
}

/** Reused between calls: detection is synchronous, and a plain error must cost less than two microseconds. */
let buffer = new Uint16Array(4096)
let lowerBuffer = new Uint16Array(4096)

/** Folds into the shared buffer. Returns the number of code units; read them with `foldedUnits` before the next call. */
export function foldIntoBuffer(text: string): number {
  const length = text.length
  if (buffer.length < length) {
    buffer = new Uint16Array(length * 2)
    lowerBuffer = new Uint16Array(length * 2)
  }
  const units = buffer
  let size = 0
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at)
    if (code < 128) {
      const action = asciiActions[code]
      if (action === DROP) continue
      if (action !== SPECIAL) {
        units[size++] = code
        continue
      }
      if (code === DOT || code === 91) {
        if (size > 0 && units[size - 1] === DOT) continue
        if (code === DOT && isQuote(text.charCodeAt(at - 1)) && !isDigitOrBracket(text.charCodeAt(at + 1))) {
          units[size++] = COMMA
          continue
        }
        units[size++] = DOT
        continue
      }
      if (code === NEWLINE) {
        at = skipLinePrefix(text, at)
        continue
      }
      if (code === ESCAPE) {
        at = skipAnsi(text, at)
        continue
      }
      while (at + 1 < length && text.charCodeAt(at + 1) === BACKSLASH) at++
      const next = text.charCodeAt(at + 1)
      const digits = next === 117 ? 4 : next === 120 ? 2 : 0
      const decoded = digits === 0 ? Number.NaN : hexAt(text, at + 2, digits)
      if (!Number.isNaN(decoded)) {
        at += 1 + digits
        if (decoded === ESCAPE) at = skipAnsi(text, at)
        else if (decoded < 128 ? decoded > 32 && asciiActions[decoded] !== DROP : !isDecoration(decoded))
          units[size++] = decoded
        continue
      }
      if (next === 110 || next === 114 || next === 116) at++
      continue
    }
    if (isDecoration(code)) continue
    units[size++] = code
  }
  const lower = lowerBuffer
  for (let at = 0; at < size; at++) {
    const code = units[at] as number
    lower[at] = code >= 65 && code <= 90 ? code | 32 : code
  }
  return size
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

/** The code units of the last fold, in lower case. */
export function foldedUnits(): Uint16Array {
  return lowerBuffer
}

const CHUNK = 8192

function stringOf(units: Uint16Array, size: number): string {
  if (size <= CHUNK) return String.fromCharCode.apply(null, units.subarray(0, size) as unknown as number[])
  let text = ''
  for (let at = 0; at < size; at += CHUNK)
    text += String.fromCharCode.apply(null, units.subarray(at, Math.min(size, at + CHUNK)) as unknown as number[])
  return text
}

/** The folded text of the last `foldIntoBuffer(...)`, as strings; `cased` must be read before the next fold. */
export function foldedStrings(size: number): FoldedText {
  return {
    lower: stringOf(lowerBuffer, size),
    get cased() {
      return stringOf(buffer, size)
    },
  }
}

/** Folds a text. */
export function foldText(text: string): FoldedText {
  return foldedStrings(foldIntoBuffer(text))
}
