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
  if (body[0] !== 0x7b && body.length > 0) {
    const value = readJson(body)
    if (value !== undefined && !isJsonObject(value))
      return [...parts, { kind: 'damaged', start: at, end: line.length, reason: 'not_object' }]
  }

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
  const nextCandidate = (from: number): number => {
    const brace = line.indexOf(0x7b, from)
    const nul = line.indexOf(0, from)
    if (brace < 0 && nul < 0) return line.length
    return brace < 0 || (nul >= 0 && nul < brace) ? nul : brace
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
        const believed = trusted || standsAlone(line, at)
        if (isJsonObject(value)) {
          const found = trusted || (believed && Object.keys(value).length > 0 && (isRecord?.(value) ?? true))
          if (!found) continue
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
        }
        continue
      }
      const ambiguous = isRecord !== undefined || (!trusted && match.status === 'incomplete')
      openDamage(start, match.status === 'incomplete' ? 'torn' : 'malformed')
      at = nextCandidate(ambiguous ? start + 1 : match.resumeAt)
    } else {
      openDamage(start, 'malformed')
      at = nextCandidate(start + 1)
    }
  }
  closeDamage(line.length)
  return parts
}
