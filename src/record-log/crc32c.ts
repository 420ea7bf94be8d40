type Tables = readonly [Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array, Int32Array]

/** Eight tables, so that eight bytes are taken at a time ("slicing by 8"): table k tells what a byte does k bytes later. */
function makeTables(): Tables {
  const first = Int32Array.from({ length: 256 }, (_, byte) => {
    let value = byte
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
    return value
  })
  const next = (table: Int32Array): Int32Array => table.map((value) => (value >>> 8) ^ first[value & 255]!)
  const [t1, t2, t3] = [next(first), next(next(first)), next(next(next(first)))]
  const [t4, t5, t6] = [next(t3), next(next(t3)), next(next(next(t3)))]
  return [first, t1, t2, t3, t4, t5, t6, next(t6)]
}

let tables: Tables | undefined

/**
 * CRC-32C (Castagnoli, RFC 3720 B.4) of `bytes[start, end)`, as an unsigned number. It finds every burst of up to 32 bits and
 * every single flipped bit; it is no protection against intent.
 *
 * @example
 * crc32c(Buffer.from('123456789')).toString(16) // 'e3069283'
 */
export function crc32c(bytes: Uint8Array, start: number = 0, end: number = bytes.length): number {
  tables ??= makeTables()
  const [t0, t1, t2, t3, t4, t5, t6, t7] = tables
  let crc = -1
  let at = start
  for (; at + 8 <= end; at += 8) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    crc =
      t7[crc & 255]! ^
      t6[(crc >>> 8) & 255]! ^
      t5[(crc >>> 16) & 255]! ^
      t4[crc >>> 24]! ^
      t3[bytes[at + 4]!]! ^
      t2[bytes[at + 5]!]! ^
      t1[bytes[at + 6]!]! ^
      t0[bytes[at + 7]!]!
  }
  for (; at < end; at += 1) crc = t0[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8)
  return ~crc >>> 0
}
