import { isSpace, literalBytes, mark } from './json-bytes.ts'
import { expect, type Expect, expectedAfter } from './json-grammar.ts'
import { matchString } from './match-string.ts'
import { Nesting } from './nesting.ts'

/** The outcome of reading one JSON object by its bytes. */
export interface ObjectMatch {
  readonly status: 'complete' | 'failed' | 'incomplete'
  /** Index after the object, of the byte that breaks the grammar, or the end of the input. */
  readonly at: number
  /** First index where the next record can begin when this one is torn. */
  readonly resumeAt: number
}

/**
 * Finds the end of the object that begins at `start` (which holds `{`), in one pass and without decoding. Strings and
 * structure are checked; numbers and literals only by their alphabet.
 *
 * A torn record that was glued to a whole one breaks the grammar at the `{` of the whole one, or, when it was torn inside
 * a string, at the first byte after the quote that follows this `{`: `resumeAt` points to it in both cases.
 */
export function matchObject(bytes: Uint8Array, start: number, end: number): ObjectMatch {
  const nesting = new Nesting()
  nesting.open(mark.openObject)
  let expected: Expect = expect.keyOrClose
  let at = start + 1
  /** Index after the last string, while only white space has followed it. */
  let stringEnd: number | undefined
  while (at < end) {
    const byte = bytes[at]!
    if (isSpace(byte)) {
      at += 1
      continue
    }
    const next = expectedAfter(expected, byte)
    const after = next === expect.broken ? -1 - at : tokenEnd(bytes, at, end)
    if (after < 0) return failed(bytes, -1 - after, end, stringEnd)
    at = after
    stringEnd = byte === mark.quote ? after : undefined
    if (byte === mark.openObject || byte === mark.openArray) nesting.open(byte)
    else if (byte === mark.closeObject || byte === mark.closeArray) {
      nesting.close()
      if (nesting.depth === 0) return { status: 'complete', at, resumeAt: at }
    }
    expected = next === expect.behind ? behindValue(nesting) : next
  }
  return failed(bytes, end, end, stringEnd)
}

/** The index after the token that begins at `start`, or `-1 - index` of the byte that breaks it. */
function tokenEnd(bytes: Uint8Array, start: number, end: number): number {
  if (bytes[start] === mark.quote) return matchString(bytes, start, end)
  let at = start + 1
  if (literalBytes[bytes[start]!] === 1) while (at < end && literalBytes[bytes[at]!] === 1) at += 1
  return at
}

const behindValue = ({ innermost }: Nesting): Expect =>
  innermost === mark.openObject ? expect.commaInObject : expect.commaInArray

/** The match for a byte that breaks the grammar, or for the end of the input. */
function failed(bytes: Uint8Array, at: number, end: number, stringEnd: number | undefined): ObjectMatch {
  if (at >= end) return { status: 'incomplete', at: end, resumeAt: end }
  if (stringEnd === undefined || bytes[at] === mark.openObject) return { status: 'failed', at, resumeAt: at }
  // The string's opening quote ends this loop at the latest.
  let last = stringEnd - 2
  while (isSpace(bytes[last])) last -= 1
  return { status: 'failed', at, resumeAt: bytes[last] === mark.openObject ? last : at }
}
