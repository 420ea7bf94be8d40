/** The outcome of reading one JSON object by its bytes. */
export interface ObjectMatch {
  readonly status: 'complete' | 'failed' | 'incomplete'
  /** Index after the object, of the byte that breaks the grammar, or the end of the input. */
  readonly at: number
  /** First index where the next record can begin when this one is torn. */
  readonly resumeAt: number
}

const OBJECT = 0x7b
const ARRAY = 0x5b
const QUOTE = 0x22
const BACKSLASH = 0x5c

/** White space of JSON. */
export function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

/** Which bytes are among these characters. */
function bytesOf(characters: string): Uint8Array {
  const table = new Uint8Array(256)
  for (const byte of Buffer.from(characters)) table[byte] = 1
  return table
}

const digits = '0123456789'
const letters = 'abcdefghijklmnopqrstuvwxyz'
const hexBytes = bytesOf(`${digits}abcdefABCDEF`)
/** Bytes of numbers and of `true`, `false`, `null`; `JSON.parse` has the last word on them. */
const literalBytes = bytesOf(`${digits}${letters}-+.E`)
/** What may stand behind a backslash, beside `u` with its four digits. */
const escapedBytes = bytesOf(String.raw`"\/bfnrt`)

/** Reads a string from its opening quote: the index after the closing quote, or `-1 - index` of the byte that breaks it. */
function matchString(bytes: Uint8Array, start: number, end: number): number {
  let at = start + 1
  while (at < end) {
    const byte = bytes[at]!
    if (byte === QUOTE) return at + 1
    if (byte < 0x20) return -1 - at
    if (byte !== BACKSLASH) {
      at += 1
      continue
    }
    at += 1
    const escape = bytes[at]
    if (at >= end) break
    if (escape === 0x75) {
      for (let digit = 1; digit <= 4; digit += 1) {
        if (at + digit >= end) return -1 - end
        if (hexBytes[bytes[at + digit]!] === 0) return -1 - (at + digit)
      }
      at += 5
    } else if (escapedBytes[escape!] === 1) at += 1
    else return -1 - at
  }
  return -1 - end
}

/** What is open, innermost last: a byte each, since an array of a hostile line's nesting is one of the heap's large objects. */
class Nesting {
  #kinds = new Uint8Array(64)
  #depth = 0

  get depth(): number {
    return this.#depth
  }

  get innermost(): number | undefined {
    return this.#kinds[this.#depth - 1]
  }

  open(kind: number): void {
    if (this.#depth === this.#kinds.length) {
      const wider = new Uint8Array(2 * this.#depth)
      wider.set(this.#kinds)
      this.#kinds = wider
    }
    this.#kinds[this.#depth] = kind
    this.#depth += 1
  }

  close(): void {
    this.#depth -= 1
  }
}

type Expect = 'value' | 'value or ]' | 'key or }' | 'key' | 'colon' | 'comma or close'

/**
 * Finds the end of the object that begins at `start` (which holds `{`), in one pass and without decoding. Strings and
 * structure are checked; numbers and literals only by their alphabet.
 *
 * A torn record that was glued to a whole one breaks the grammar at the `{` of the whole one, or, when it was torn inside
 * a string, at the first byte after the quote that follows this `{`: `resumeAt` points to it in both cases.
 */
export function matchObject(bytes: Uint8Array, start: number, end: number): ObjectMatch {
  const nesting = new Nesting()
  nesting.open(OBJECT)
  let expect: Expect = 'key or }'
  let at = start + 1
  /** Behind the string that was read last, as long as nothing but white space follows. */
  let stringEnd: number | undefined

  const failed = (index: number): ObjectMatch => {
    if (index >= end) return { status: 'incomplete', at: end, resumeAt: end }
    let resumeAt = index
    if (stringEnd !== undefined && bytes[index] !== OBJECT) {
      // The opening quote ends this search at the latest.
      let last = stringEnd - 2
      while (isSpace(bytes[last])) last -= 1
      if (bytes[last] === OBJECT) resumeAt = last
    }
    return { status: 'failed', at: index, resumeAt }
  }

  while (at < end) {
    const byte = bytes[at]!
    if (isSpace(byte)) {
      at += 1
      continue
    }
    if (byte === QUOTE) {
      const isKey: boolean = expect === 'key' || expect === 'key or }'
      if (!isKey && expect !== 'value' && expect !== 'value or ]') return failed(at)
      const after = matchString(bytes, at, end)
      if (after < 0) return failed(-1 - after)
      stringEnd = after
      at = after
      expect = isKey ? 'colon' : 'comma or close'
      continue
    }
    if (expect === 'value' || expect === 'value or ]') {
      if (byte === OBJECT || byte === ARRAY) {
        nesting.open(byte)
        expect = byte === OBJECT ? 'key or }' : 'value or ]'
        at += 1
      } else if (byte === 0x5d && expect === 'value or ]') {
        nesting.close()
        expect = 'comma or close'
        at += 1
      } else if (literalBytes[byte] === 1) {
        while (at < end && literalBytes[bytes[at]!] === 1) at += 1
        expect = 'comma or close'
      } else return failed(at)
    } else if (expect === 'colon') {
      if (byte !== 0x3a) return failed(at)
      expect = 'value'
      at += 1
    } else if (byte === 0x2c && expect === 'comma or close') {
      expect = nesting.innermost === OBJECT ? 'key' : 'value'
      at += 1
    } else if (
      (byte === 0x7d && expect !== 'key' && nesting.innermost === OBJECT) ||
      (byte === 0x5d && expect === 'comma or close' && nesting.innermost === ARRAY)
    ) {
      nesting.close()
      at += 1
      if (nesting.depth === 0) return { status: 'complete', at, resumeAt: at }
      expect = 'comma or close'
    } else return failed(at)
    stringEnd = undefined
  }
  return failed(end)
}
