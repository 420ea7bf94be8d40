import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { AnswerTap } from '../adapters/wire/answer-tap.ts'
import { ownValue } from '../json/own-value.ts'

interface Coding {
  decode(bytes: Buffer, maxOutputLength: number): Buffer
  stream(): Transform
}

const gzip: Coding = {
  decode: (bytes, maxOutputLength) => zlib.gunzipSync(bytes, { maxOutputLength }),
  stream: () => zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH }),
}

/** Content codings that can be read. Zstandard only where Node has it (22.15). */
const codings: Readonly<Record<string, Coding>> = {
  gzip,
  'x-gzip': gzip,
  deflate: {
    decode: (bytes, maxOutputLength) => zlib.inflateSync(bytes, { maxOutputLength }),
    stream: () => zlib.createInflate(),
  },
  br: {
    decode: (bytes, maxOutputLength) => zlib.brotliDecompressSync(bytes, { maxOutputLength }),
    stream: () => zlib.createBrotliDecompress(),
  },
  ...('zstdDecompressSync' in zlib && {
    zstd: {
      decode: (bytes: Buffer, maxOutputLength: number) => zlib.zstdDecompressSync(bytes, { maxOutputLength }),
      stream: () => zlib.createZstdDecompress(),
    },
  }),
}

function codingOf(name: string): Coding | undefined {
  return ownValue(codings, name.trim().toLowerCase())
}

/** A body as it was before it was coded; null when nobody here can read its coding, or it is longer than allowed. */
export function decodedBody(bytes: Buffer, coding: string | undefined, maxLength: number): Buffer | null {
  if (coding === undefined || coding === 'identity') return bytes
  try {
    return codingOf(coding)?.decode(bytes, maxLength) ?? null
  } catch {
    return null
  }
}

/** The same as text. */
export function decodedText(bytes: Buffer, coding: string | undefined, maxLength: number): string | null {
  return decodedBody(bytes, coding, maxLength)?.toString('utf8') ?? null
}

/** A listener for coded bytes. What cannot be decoded is not heard; the bytes themselves travel on untouched. */
export function decodingTap(tap: AnswerTap, coding: string | undefined): AnswerTap {
  if (coding === undefined || coding === 'identity') return tap
  const decoder = codingOf(coding)?.stream()
  if (!decoder) return { push: () => {}, end: () => tap.end() }
  const finished = new Promise<void>((resolve) => decoder.on('end', resolve).on('error', () => resolve()))
  decoder.on('data', (chunk: Buffer) => tap.push(chunk))
  return {
    push: (chunk) => void decoder.write(chunk),
    end: async () => {
      decoder.end()
      await finished
      await tap.end()
    },
  }
}
