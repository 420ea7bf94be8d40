/**
 * How an entry ends. `glued`: another entry follows on the same line, with nothing in between; `none`: the input ends here
 * without a line feed.
 */
export type LineEnding = 'lf' | 'crlf' | 'none' | 'glued'

/**
 * Why bytes cannot be read as a record.
 *
 * - `torn`: an object begins here and does not end: the write was cut off
 * - `malformed`: not JSON (a flipped bit, the second half of a torn line, foreign text)
 * - `nul_run`: zero bytes, as file systems leave them after a power loss
 * - `control_character`: an object whose strings hold raw control characters
 * - `invalid_utf8`: an object whose bytes are not UTF-8
 * - `not_object`: valid JSON, but no object
 * - `line_too_long`: a piece of a line above `maxLineBytes`
 */
export type DamageReason =
  | 'torn'
  | 'malformed'
  | 'nul_run'
  | 'control_character'
  | 'invalid_utf8'
  | 'not_object'
  | 'line_too_long'

interface EntryBase {
  /** Byte offset in the input. */
  readonly offset: number
  /** The exact bytes, without the line ending: a view of the chunk that was read; copy it to keep it. */
  readonly bytes: Uint8Array
  readonly ending: LineEnding
  /** Number of the physical line, from 1. */
  readonly line: number
}

/** One JSON object. */
export interface LogRecord extends EntryBase {
  readonly kind: 'record'
  readonly value: Record<string, unknown>
  /** True when the record shares its line with damage or with another record. */
  readonly salvaged: boolean
}

/** Bytes that are not a record: to be quarantined, never dropped. */
export interface LogDamage extends EntryBase {
  readonly kind: 'damaged'
  readonly reason: DamageReason
  /** The object, if bytes that are not UTF-8 are read as U+FFFD and raw control characters as escaped ones. */
  readonly lenient?: Record<string, unknown>
}

/** Bytes without content: blank lines, white space between glued objects, byte order marks. */
export interface LogBlank extends EntryBase {
  readonly kind: 'blank'
  readonly what: 'space' | 'bom'
}

/** A part of a record log. Entries come in order, do not overlap, and with their endings cover every byte of the input. */
export type LogEntry = LogRecord | LogDamage | LogBlank

/** Bytes of an ending in the file. */
export const endingBytes: Readonly<Record<LineEnding, number>> = { lf: 1, crlf: 2, none: 0, glued: 0 }
