import { crc32 } from 'node:zlib'

export type Field = string | number | null

/**
 * Checksum of a row's fields. SQLite checks the structure of its pages, not their content: without it a flipped bit
 * inside a text comes back as a different message.
 */
export function rowChecksum(...fields: readonly Field[]): number {
  let text = ''
  for (const field of fields) text += `${field === null ? '\u0000' : field}\u001f`
  return crc32(text)
}
