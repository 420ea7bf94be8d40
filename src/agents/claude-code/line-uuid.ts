import { createHash } from 'node:crypto'

/**
 * The uuid of an inserted line, made from what it says and where it stands, in the form of a UUIDv5: the same repair of the
 * same session writes the same bytes (I2).
 */
export function lineUuid(parts: readonly unknown[]): string {
  const bytes = createHash('sha1')
    .update('session-recovery:claude-code:')
    .update(JSON.stringify(parts))
    .digest()
    .subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}
