import { answersJson } from '../json/answers-json.ts'
import { TranscriptError } from './transcript-error.ts'

/** Deeper than any message a provider accepts; a cycle ends here too. */
const maxDepth = 500

/**
 * Whether no string in a value, keys included, holds half a surrogate pair. Strings of one byte per character cost nothing.
 * What stands inside a message (`depth` above 0) is asked what JSON is made of it.
 *
 * @throws {TranscriptError} `too_deep` when a value is nested without end (a cycle)
 */
export function isWellFormed(value: unknown, depth = 0): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return true
  if (depth > maxDepth) throw tooDeep()
  if (depth > 0 && answersJson(value)) return isWellFormed(value.toJSON(), depth + 1)
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (!isWhole(value[index], depth + 1)) return false
    return true
  }
  for (const key in value) {
    if (!isWellFormedName(key) || !isWhole((value as Record<string, unknown>)[key], depth + 1)) return false
  }
  return true
}

/** Names that were whole when they came last; longer ones may be anything. */
const names: string[] = Array.from({ length: 256 }, () => '')
const maxNameLength = 64

/** The same for names, which come again and again: to know one costs less than to ask it. */
export function isWellFormedName(name: string): boolean {
  const { length } = name
  if (length > maxNameLength) return name.isWellFormed()
  // Those of one tool often have one length, seldom one beginning, too.
  const place = ((name.charCodeAt(0) << 3) ^ length) & 255
  if (names[place] === name) return true
  if (!name.isWellFormed()) return false
  names[place] = name
  return true
}

/** The same without a call for what has nothing inside. */
function isWhole(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return value.isWellFormed()
  return typeof value !== 'object' || value === null || isWellFormed(value, depth)
}

/** A copy with U+FFFD for every lone surrogate; parts without one keep their identity (I6). */
export function toWellFormed(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed()
  if (isWellFormed(value)) return value
  if (Array.isArray(value)) return value.map(toWellFormed)
  const copy: Record<string, unknown> = Object.create(Object.getPrototypeOf(value) as object | null)
  for (const [key, inner] of Object.entries(value as object)) copy[key.toWellFormed()] = toWellFormed(inner)
  // Framework messages carry their brand under a symbol.
  for (const key of Object.getOwnPropertySymbols(value))
    Object.assign(copy, { [key]: Reflect.get(value as object, key) })
  return copy
}

function tooDeep(): TranscriptError {
  return new TranscriptError(
    'too_deep',
    `A message is nested more than ${maxDepth} levels deep or refers to itself. Pass plain JSON data without cycles.`,
  )
}
