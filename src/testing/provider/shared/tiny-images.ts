import { crc32, deflateSync } from 'node:zlib'

export type ImageMediaType = 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'

export type TinyImage = { mediaType: ImageMediaType; data: string }

function pngChunk(kind: string, payload: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), payload])
  const chunk = Buffer.alloc(body.length + 8)
  chunk.writeUInt32BE(payload.length, 0)
  body.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(body), body.length + 4)
  return chunk
}

const made = new Map<string, TinyImage>()

/** A valid one-bit greyscale PNG of any size, a few hundred bytes even at 9000 pixels; `padding` appends a text chunk. */
export function tinyPng(width = 1, height = 1, padding = 0): TinyImage {
  // Cached: an image above a limit has megabytes, and a damage puts it into dozens of conversations.
  const key = `${width} ${height} ${padding}`
  const image = made.get(key) ?? makePng(width, height, padding)
  made.set(key, image)
  return image
}

function makePng(width: number, height: number, padding: number): TinyImage {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  const chunks = [
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', header),
    pngChunk('IDAT', deflateSync(rows)),
    ...(padding > 0 ? [pngChunk('tEXt', Buffer.alloc(padding, 0x61))] : []),
    pngChunk('IEND', Buffer.alloc(0)),
  ]
  return { mediaType: 'image/png', data: Buffer.concat(chunks).toString('base64') }
}

export const tinyJpeg: TinyImage = {
  mediaType: 'image/jpeg',
  data:
    '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgy' +
    'PC4zNDL/wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAACf/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AKp//2Q==',
}

export const tinyGif: TinyImage = {
  mediaType: 'image/gif',
  data: 'R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7',
}

export const tinyWebp: TinyImage = {
  mediaType: 'image/webp',
  data: 'UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA',
}

export const tinyImages: readonly TinyImage[] = [tinyPng(), tinyJpeg, tinyGif, tinyWebp]

/** The smallest document that starts and ends like a PDF. */
export const tinyPdf: string = Buffer.from(
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n' +
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n',
).toString('base64')
