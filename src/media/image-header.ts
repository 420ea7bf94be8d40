/** The facts in the first bytes of an image. Sizes in pixels. */
export interface ImageHeader {
  readonly mediaType: string
  readonly width: number
  readonly height: number
}

/** How much base64 is decoded: 96 KiB of bytes, enough for the frame header of a JPEG with a large EXIF part. */
const headLength = 128 * 1024

/**
 * Reads type and size of a base64 image from its header: PNG, JPEG, GIF, WebP, BMP; null when the bytes are none of them, or are
 * cut off before the size.
 * A size that the header does not hold is 0.
 */
export function readImageHeader(base64: string): ImageHeader | null {
  const bytes = Buffer.from(base64.slice(0, headLength), 'base64')
  return readPng(bytes) ?? readGif(bytes) ?? readJpeg(bytes) ?? readWebp(bytes) ?? readBmp(bytes)
}

type Reader = (bytes: Buffer) => ImageHeader | null

const readPng: Reader = (bytes) => {
  if (bytes.length < 24 || bytes.readUInt32BE(0) !== 0x89504e47) return null
  return { mediaType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const readGif: Reader = (bytes) => {
  if (bytes.length < 10 || !/GIF8[79]a/.test(bytes.toString('latin1', 0, 6))) return null
  return { mediaType: 'image/gif', width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
}

const readJpeg: Reader = (bytes) => {
  if (bytes.length < 3 || bytes[0] !== 0xff || bytes[1] !== 0xd8 || bytes[2] !== 0xff) return null
  let at = 2
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame)
      return { mediaType: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
    // Fill bytes may precede any marker; each equals the first byte of a marker.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return { mediaType: 'image/jpeg', width: 0, height: 0 }
}

const readWebp: Reader = (bytes) => {
  if (bytes.length < 30 || bytes.toString('latin1', 0, 4) !== 'RIFF' || bytes.toString('latin1', 8, 12) !== 'WEBP')
    return null
  const chunk = bytes.toString('latin1', 12, 16)
  const size = (width: number, height: number): ImageHeader => ({ mediaType: 'image/webp', width, height })
  if (chunk === 'VP8X') return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1)
  if (chunk === 'VP8 ') return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff)
  const packed = bytes.readUInt32LE(21)
  return size((packed & 0x3fff) + 1, ((packed >> 14) & 0x3fff) + 1)
}

const readBmp: Reader = (bytes) =>
  bytes.length >= 26 && bytes.toString('latin1', 0, 2) === 'BM'
    ? { mediaType: 'image/bmp', width: bytes.readInt32LE(18), height: Math.abs(bytes.readInt32LE(22)) }
    : null
