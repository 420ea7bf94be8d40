import { crc32 } from 'node:zlib'

export type Field = string | number | null

/**
 * Checksum of a row's fields. SQLite checks the structure of its pages, not their content: without it a flipped bit
 * inside a text comes back as a different message.
 */
export function rowChecksum(...fields: readonly Field[]): number {
  let checksum = 0
  for (const field of fields) {
    checksum = crc32(field === null ? '\u0000' : String(field), checksum)
    checksum = crc32('\u001f', checksum)
  }
  return checksum
}
