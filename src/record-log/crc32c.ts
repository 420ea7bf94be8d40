/** Bytes processed per step, as four words ("slicing by 16"). */
const STEP = 16

/** Sixteen tables in one: the k-th gives the effect of a byte k bytes later. */
function makeTable(): Int32Array {
  const table = new Int32Array(STEP * 256)
  for (let byte = 0; byte < 256; byte += 1) {
    let value = byte
    for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1
    table[byte] = value
  }
  for (let at = 256; at < table.length; at += 1) {
    const before = table[at - 256]!
    table[at] = (before >>> 8) ^ table[before & 255]!
  }
  return table
}

/** Words are read in the machine's byte order; a big-endian machine processes byte by byte. */
const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1

let made: Int32Array | undefined

/**
 * CRC-32C (Castagnoli, RFC 3720 B.4) of `bytes[start, end)`, as an unsigned number. It detects every flipped bit and every burst
 * error of up to 32 bits, but no intentional change.
 *
 * @example
 * crc32c(Buffer.from('123456789')).toString(16) // 'e3069283'
 */
export function crc32c(bytes: Uint8Array, start: number = 0, end: number = bytes.length): number {
  const table = (made ??= makeTable())
  let crc = -1
  let at = start
  // Aligned to the underlying memory, not to the view.
  const aligned = start + (-(bytes.byteOffset + start) & 3)
  const words = isLittleEndian && end > aligned ? ((end - aligned) >> 4) << 2 : 0
  if (words > 0) {
    for (; at < aligned; at += 1) crc = table[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8)
    crc = takeWords(table, crc, new Int32Array(bytes.buffer, bytes.byteOffset + aligned, words))
    at += words << 2
  }
  for (; at < end; at += 1) crc = table[(crc ^ bytes[at]!) & 255]! ^ (crc >>> 8)
  return ~crc >>> 0
}

function takeWords(table: Int32Array, before: number, words: Int32Array): number {
  let crc = before
  for (let at = 0; at < words.length; at += 4) {
    const first = crc ^ words[at]!
    const second = words[at + 1]!
    const third = words[at + 2]!
    const fourth = words[at + 3]!
    crc =
      table[3840 + (first & 255)]! ^
      table[3584 + ((first >>> 8) & 255)]! ^
      table[3328 + ((first >>> 16) & 255)]! ^
      table[3072 + (first >>> 24)]! ^
      table[2816 + (second & 255)]! ^
      table[2560 + ((second >>> 8) & 255)]! ^
      table[2304 + ((second >>> 16) & 255)]! ^
      table[2048 + (second >>> 24)]! ^
      table[1792 + (third & 255)]! ^
      table[1536 + ((third >>> 8) & 255)]! ^
      table[1280 + ((third >>> 16) & 255)]! ^
      table[1024 + (third >>> 24)]! ^
      table[768 + (fourth & 255)]! ^
      table[512 + ((fourth >>> 8) & 255)]! ^
      table[256 + ((fourth >>> 16) & 255)]! ^
      table[fourth >>> 24]!
  }
  return crc
}
