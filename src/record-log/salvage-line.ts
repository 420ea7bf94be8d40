import { isUtf8 } from 'node:buffer'
import type { DamageReason } from './log-entry.ts'
import { isSpace } from './json-bytes.ts'
import { matchObject } from './match-object.ts'
import { asBuffer, readJson, readLenient } from './read-object.ts'
import { isRecord } from '../json/is-record.ts'

/** A part of one damaged line; `start` and `end` index the line. Parts follow each other without gaps. */
export type LinePart =
  | { readonly kind: 'record'; readonly start: number; readonly end: number; readonly value: Record<string, unknown> }
  | {
      readonly kind: 'damaged'
      readonly start: number
      readonly end: number
      readonly reason: DamageReason
      readonly lenient?: Record<string, unknown>
    }
  | { readonly kind: 'blank'; readonly start: number; readonly end: number; readonly what: 'space' | 'bom' }

/** Whether an object is a record of this log, and not merely a nested object of a torn one. */
export type IsRecord = (value: Record<string, unknown>) => boolean

const bom = [0xef, 0xbb, 0xbf] as const
const openBrace = 0x7b
/** Bytes that may be matched per byte of the line: prevents quadratic time for a hostile line of nested openings. */
const effort = 32

/** Index of the first byte at or after `from` that is no white space; the length of the line if there is none. */
function behindSpace(line: Uint8Array, from: number): number {
  let at = from
  while (isSpace(line[at])) at += 1
  return at
}

/** Whether only another object, zero bytes or nothing follows: only then an object within damage counts as a record. */
function standsAlone(line: Uint8Array, after: number): boolean {
  const at = behindSpace(line, after)
  return at >= line.length || line[at] === 0 || line[at] === openBrace
}

/** `{...},`, `{...}]` or `{...}}`: the object is a value within a record whose beginning is missing. */
function goesOn(line: Uint8Array, after: number): boolean {
  const at = behindSpace(line, after)
  return line[at] === 0x2c || line[at] === 0x5d || line[at] === 0x7d
}

type Damage = Omit<Extract<LinePart, { readonly kind: 'damaged' }>, 'kind' | 'start' | 'end'>

/** The damage of a line as a whole; undefined when parts of it may be records. */
function damageOf(body: Buffer): Damage | undefined {
  const lenient = body.some((byte) => byte < 0x20) ? readLenient(body) : undefined
  if (lenient) return { reason: body.includes(0) ? 'nul_run' : 'control_character', lenient }
  const whole = readJson(body)
  return whole === undefined || isRecord(whole) ? undefined : { reason: 'not_object' }
}

/**
 * Splits a line that is not one JSON object: whole objects on both sides of the damage become records, the rest is
 * damage with its reason.
 *
 * An object at the start of the line, or right after another record, is trusted. Inside damage an object could be a value of
 * the torn record, so there it must begin where the grammar of the torn record breaks and run to the end of the line; with
 * `isOwn`, any object that it confirms is accepted.
 *
 * @example
 * salvageLine(Buffer.from('{"a":{"b":1}{"c":2}')) // damage 'torn' from 0 to 11, then the record { c: 2 }
 */
export function salvageLine(bytes: Uint8Array, isOwn?: IsRecord): LinePart[] {
  const line = asBuffer(bytes)
  const start = bom.every((byte, index) => line[index] === byte) ? bom.length : 0
  const mark: LinePart[] = start > 0 ? [{ kind: 'blank', start: 0, end: start, what: 'bom' }] : []
  const damage = damageOf(line.subarray(start))
  if (damage) return [...mark, { kind: 'damaged', start, end: line.length, ...damage }]
  return [...mark, ...new LineSalvage(line, isOwn).partsFrom(start)]
}

/** One pass over a line, from one candidate (a brace or zero byte) to the next. */
class LineSalvage {
  readonly #line: Buffer
  readonly #isOwn: IsRecord | undefined
  readonly #parts: LinePart[] = []
  #budget: number
  /** Index of the next zero byte. Cached, since a search per candidate would take quadratic time. */
  #nextNul: number
  /** Where the current damage begins; -1: there is none. */
  #damageFrom = -1
  #damageReason: DamageReason = 'malformed'
  /** Whether an object that begins here is trusted, since no damage precedes it. */
  #isTrusted = true

  constructor(line: Buffer, isOwn: IsRecord | undefined) {
    this.#line = line
    this.#isOwn = isOwn
    this.#budget = effort * line.length
    this.#nextNul = line.indexOf(0)
  }

  partsFrom(start: number): readonly LinePart[] {
    for (let at = start; at < this.#line.length;) at = this.#next(at)
    this.#closeDamage(this.#line.length)
    return this.#parts
  }

  /** Reads one part; returns where it ends. */
  #next(start: number): number {
    const byte = this.#line[start]
    if (byte === 0) return this.#zeros(start)
    if (this.#isTrusted && isSpace(byte)) {
      const end = behindSpace(this.#line, start)
      this.#parts.push({ kind: 'blank', start, end, what: 'space' })
      return end
    }
    if (byte === openBrace && this.#budget > 0) return this.#object(start)
    this.#openDamage(start, 'malformed')
    return this.#candidateFrom(start + 1)
  }

  #zeros(start: number): number {
    let end = start
    while (this.#line[end] === 0) end += 1
    this.#end(start, { kind: 'damaged', start, end, reason: 'nul_run' })
    return end
  }

  #object(start: number): number {
    const match = matchObject(this.#line, start, this.#line.length)
    this.#budget -= match.at - start
    if (match.status === 'complete') {
      this.#complete(start, match.at)
      return match.at
    }
    const isIncomplete = match.status === 'incomplete'
    const mayHoldRecord = this.#isOwn !== undefined || (!this.#isTrusted && isIncomplete)
    this.#openDamage(start, isIncomplete || this.#line[match.at] === 0 ? 'torn' : 'malformed')
    return this.#candidateFrom(mayHoldRecord ? start + 1 : match.resumeAt)
  }

  /** Takes an object whose braces match: as a record, as damage of its own, or as a part of the current damage. */
  #complete(start: number, end: number): void {
    const object = this.#line.subarray(start, end)
    const value = readJson(object)
    const isAlone = standsAlone(this.#line, end)
    const isBelieved = this.#isTrusted ? !goesOn(this.#line, end) : isAlone
    if (!isBelieved) return this.#openDamage(start, 'malformed')
    if (!isRecord(value)) {
      const lenient = readLenient(object)
      const reason = isUtf8(object) ? 'malformed' : 'invalid_utf8'
      return this.#end(start, { kind: 'damaged', start, end, reason, ...(lenient && { lenient }) })
    }
    const isSure = this.#isTrusted && isAlone
    if (!isSure && (Object.keys(value).length === 0 || this.#isOwn?.(value) === false))
      return this.#openDamage(start, 'malformed')
    if (this.#line[this.#damageFrom] === openBrace) this.#damageReason = 'torn'
    this.#end(start, { kind: 'record', start, end, value })
  }

  #openDamage(start: number, reason: DamageReason): void {
    this.#isTrusted = false
    if (this.#damageFrom >= 0) return
    this.#damageFrom = start
    this.#damageReason = reason
  }

  #closeDamage(end: number): void {
    const start = this.#damageFrom
    if (start >= 0) this.#parts.push({ kind: 'damaged', start, end, reason: this.#damageReason })
    this.#damageFrom = -1
  }

  /** Ends the current damage before a part that was recognised. */
  #end(start: number, part: LinePart): void {
    this.#closeDamage(start)
    this.#parts.push(part)
    this.#isTrusted = true
  }

  /** The next opening brace or zero byte. */
  #candidateFrom(from: number): number {
    if (this.#nextNul >= 0 && this.#nextNul < from) this.#nextNul = this.#line.indexOf(0, from)
    const nul = this.#nextNul < 0 ? this.#line.length : this.#nextNul
    const brace = this.#line.subarray(0, nul).indexOf(openBrace, from)
    return brace < 0 ? nul : brace
  }
}
