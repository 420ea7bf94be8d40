import type { LineEnding } from './log-entry.ts'
import { readJson } from './read-object.ts'
import { RecordLogError } from './record-log-error.ts'
import { isRecord } from '../json/is-record.ts'

/** Quarantined damage: the exact bytes, where they were, and why they could not be read. */
export interface QuarantinedBytes {
  readonly offset: number
  readonly line: number
  /** A `DamageReason`, or a reason of the log that set the bytes aside. */
  readonly reason: string
  readonly ending: LineEnding
  readonly bytes: Uint8Array
}

/** One line of a quarantine file (itself a record log), with the bytes in base64, so that they survive as text. */
export function toQuarantineLine({ offset, line, reason, ending, bytes }: QuarantinedBytes): Buffer {
  const base64 = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
  return Buffer.from(`${JSON.stringify({ offset, line, reason, ending, length: bytes.length, base64 })}\n`)
}

/**
 * Reads a line that {@link toQuarantineLine} wrote.
 *
 * @throws RecordLogError `not_quarantine` when a field is missing or the length does not agree
 */
export function fromQuarantineLine(bytes: Uint8Array): QuarantinedBytes {
  const value = readJson(bytes)
  if (isRecord(value) && typeof value['base64'] === 'string' && typeof value['offset'] === 'number') {
    const content = Buffer.from(value['base64'], 'base64')
    if (content.length === value['length']) {
      const { offset, line, reason, ending } = value as unknown as QuarantinedBytes
      return { offset, line, reason, ending, bytes: content }
    }
  }
  throw new RecordLogError('not_quarantine', 'The line does not come from a quarantine file')
}
