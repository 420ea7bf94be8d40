import type { ImageMediaType } from './tiny-images.ts'

export type ImageHeader = { mediaType: ImageMediaType; width: number; height: number }

type Reader = {
  mediaType: ImageMediaType
  matches: (bytes: Buffer) => boolean
  size: (bytes: Buffer) => { width: number; height: number } | null
}

/** JPEG keeps its size in the first start-of-frame segment (C0–CF without C4, C8, CC). */
function jpegSize(bytes: Buffer): { width: number; height: number } | null {
  let offset = 2
  while (offset + 9 <= bytes.length && bytes[offset] === 0xff) {
    const marker = bytes[offset + 1] ?? 0
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (frame) return { height: bytes.readUInt16BE(offset + 5), width: bytes.readUInt16BE(offset + 7) }
    offset += 2 + bytes.readUInt16BE(offset + 2)
  }
  return null
}

const webpSizes: Record<string, (bytes: Buffer) => { width: number; height: number }> = {
  'VP8 ': (bytes) => ({ width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }),
  VP8L: (bytes) => {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  },
  VP8X: (bytes) => ({ width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }),
}

const latin1 = (bytes: Buffer, start: number, end: number): string => bytes.toString('latin1', start, end)

const readers: readonly Reader[] = [
  {
    mediaType: 'image/png',
    matches: (bytes) => latin1(bytes, 1, 4) === 'PNG',
    size: (bytes) => (bytes.length < 33 ? null : { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }),
  },
  { mediaType: 'image/jpeg', matches: (bytes) => bytes[0] === 0xff && bytes[1] === 0xd8, size: jpegSize },
  {
    mediaType: 'image/gif',
    matches: (bytes) => latin1(bytes, 0, 4) === 'GIF8',
    size: (bytes) => (bytes.length < 13 ? null : { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }),
  },
  {
    mediaType: 'image/webp',
    matches: (bytes) => latin1(bytes, 0, 4) === 'RIFF' && latin1(bytes, 8, 12) === 'WEBP',
    size: (bytes) => (bytes.length < 30 ? null : (webpSizes[latin1(bytes, 12, 16)]?.(bytes) ?? null)),
  },
]

/** Reads type and pixel size from the first bytes of an image; null when it is no image of the four types, or cut off. */
export function readImageHeader(bytes: Buffer): ImageHeader | null {
  const reader = readers.find((candidate) => candidate.matches(bytes))
  const size = reader?.size(bytes)
  return reader && size ? { mediaType: reader.mediaType, ...size } : null
}
