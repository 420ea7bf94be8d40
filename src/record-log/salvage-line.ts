import { isUtf8 } from 'node:buffer'
import type { DamageReason } from './log-entry.ts'
import { isSpace, matchObject } from './match-object.ts'
import { asBuffer, isJsonObject, readJson, readLenient } from './read-object.ts'

/** A part of one damaged line; `start` and `end` index the line. Parts follow each other without a hole. */
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

/** Tells a record of this log from an object that merely stands inside a torn one. */
export type IsRecord = (value: Record<string, unknown>) => boolean

const BOM = [0xef, 0xbb, 0xbf] as const
/** Bytes that may be matched per byte of the line: keeps a hostile line of nested openings from taking quadratic time. */
const effort = 32

function startsWithBom(line: Uint8Array): boolean {
  return BOM.every((byte, index) => line[index] === byte)
}

/** A record found in the middle of damage is believed only when nothing but records or zero bytes follow on the line. */
function standsAlone(line: Uint8Array, after: number): boolean {
  let at = after
  while (isSpace(line[at])) at += 1
  return at >= line.length || line[at] === 0 || line[at] === 0x7b
}

/** `{...},` or `{...}]`: the object is a value of a record whose begin is on another line. */
function goesOn(line: Uint8Array, after: number): boolean {
  let at = after
  while (isSpace(line[at])) at += 1
  return line[at] === 0x2c || line[at] === 0x5d || line[at] === 0x7d
}

function isBroken(line: Uint8Array): boolean {
  for (const byte of line) if (byte < 0x20) return true
  return false
}

/**
 * Takes apart a line that is not one JSON object: whole objects on both sides of the damage become records, the rest is
 * damage with its reason.
 *
 * An object at the start of the line, or right behind another record, is taken at its word. Inside damage an object could
 * be a value of the torn record, so there it must begin where the grammar of the torn record breaks and run to the end of
 * the line; with `isRecord` any object that it confirms will do.
 */
export function salvageLine(bytes: Uint8Array, isRecord?: IsRecord): LinePart[] {
  const line = asBuffer(bytes)
  const parts: LinePart[] = []
  let at = 0
  if (startsWithBom(line)) {
    parts.push({ kind: 'blank', start: 0, end: BOM.length, what: 'bom' })
    at = BOM.length
  }
  const body = line.subarray(at)
  if (isBroken(body)) {
    const lenient = readLenient(body)
    if (lenient) {
      const reason = body.includes(0) ? 'nul_run' : 'control_character'
      return [...parts, { kind: 'damaged', start: at, end: line.length, reason, lenient }]
    }
  }
  const whole = readJson(body)
  if (whole !== undefined && !isJsonObject(whole))
    return [...parts, { kind: 'damaged', start: at, end: line.length, reason: 'not_object' }]

  let budget = effort * line.length
  let damageFrom = -1
  let damageReason: DamageReason = 'malformed'
  let trusted = true
  const closeDamage = (end: number): void => {
    if (damageFrom >= 0) parts.push({ kind: 'damaged', start: damageFrom, end, reason: damageReason })
    damageFrom = -1
  }
  const openDamage = (start: number, reason: DamageReason): void => {
    trusted = false
    if (damageFrom >= 0) return
    damageFrom = start
    damageReason = reason
  }
  // Searched once per run, not once per candidate: that alone would be quadratic.
  let nextNul = line.indexOf(0)
  const nextCandidate = (from: number): number => {
    if (nextNul >= 0 && nextNul < from) nextNul = line.indexOf(0, from)
    const nul = nextNul < 0 ? line.length : nextNul
    const brace = line.subarray(0, nul).indexOf(0x7b, from)
    return brace < 0 ? nul : brace
  }

  while (at < line.length) {
    const start = at
    const byte = line[at]
    if (byte === 0) {
      while (line[at] === 0) at += 1
      closeDamage(start)
      parts.push({ kind: 'damaged', start, end: at, reason: 'nul_run' })
      trusted = true
    } else if (trusted && isSpace(byte)) {
      while (isSpace(line[at])) at += 1
      parts.push({ kind: 'blank', start, end: at, what: 'space' })
    } else if (byte === 0x7b && budget > 0) {
      const match = matchObject(line, at, line.length)
      budget -= match.at - at
      if (match.status === 'complete') {
        at = match.at
        const object = line.subarray(start, at)
        const value = readJson(object)
        const alone = standsAlone(line, at)
        const believed = trusted ? !goesOn(line, at) : alone
        if (isJsonObject(value)) {
          const sure = trusted && alone
          if (!believed || (!sure && (Object.keys(value).length === 0 || isRecord?.(value) === false))) {
            openDamage(start, 'malformed')
            continue
          }
          if (damageFrom >= 0 && line[damageFrom] === 0x7b) damageReason = 'torn'
          closeDamage(start)
          parts.push({ kind: 'record', start, end: at, value })
          trusted = true
        } else if (believed) {
          closeDamage(start)
          const lenient = readLenient(object)
          const reason = isUtf8(object) ? 'malformed' : 'invalid_utf8'
          parts.push({ kind: 'damaged', start, end: at, reason, ...(lenient && { lenient }) })
          trusted = true
        } else openDamage(start, 'malformed')
        continue
      }
      const ambiguous = isRecord !== undefined || (!trusted && match.status === 'incomplete')
      openDamage(start, match.status === 'incomplete' || line[match.at] === 0 ? 'torn' : 'malformed')
      at = nextCandidate(ambiguous ? start + 1 : match.resumeAt)
    } else {
      openDamage(start, 'malformed')
      at = nextCandidate(start + 1)
    }
  }
  closeDamage(line.length)
  return parts
}
