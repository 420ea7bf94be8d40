import type { Transform } from 'node:stream'
import zlib from 'node:zlib'
import type { AnswerTap } from '../adapters/wire/answer-tap.ts'
import { ownValue } from '../json/own-value.ts'

interface Coding {
  decode(bytes: Buffer, options: { maxOutputLength: number; finishFlush?: number }): Buffer
  /** How the beginning of a body is read as far as it goes. */
  readonly cutFlush: number
  stream(): Transform
}

const { BROTLI_OPERATION_FLUSH, Z_SYNC_FLUSH, ZSTD_e_flush } = zlib.constants

const gzip: Coding = {
  decode: (bytes, options) => zlib.gunzipSync(bytes, options),
  cutFlush: Z_SYNC_FLUSH,
  stream: () => zlib.createGunzip(),
}

/** Content codings that can be read. Zstandard only where Node has it (22.15). */
const codings: Readonly<Record<string, Coding>> = {
  gzip,
  'x-gzip': gzip,
  deflate: {
    decode: (bytes, options) => zlib.inflateSync(bytes, options),
    cutFlush: Z_SYNC_FLUSH,
    stream: () => zlib.createInflate(),
  },
  br: {
    decode: (bytes, options) => zlib.brotliDecompressSync(bytes, options),
    cutFlush: BROTLI_OPERATION_FLUSH,
    stream: () => zlib.createBrotliDecompress(),
  },
  ...('zstdDecompressSync' in zlib && {
    zstd: {
      decode: (bytes: Buffer, options: zlib.ZstdOptions) => zlib.zstdDecompressSync(bytes, options),
      cutFlush: ZSTD_e_flush,
      stream: () => zlib.createZstdDecompress(),
    },
  }),
}

function codingOf(name: string): Coding | undefined {
  return ownValue(codings, name.trim().toLowerCase())
}

/**
 * A body as it was before it was coded; null when nobody here can read its coding, or it is longer than allowed.
 *
 * @param isCut the bytes are the beginning of a body
 */
export function decodedBody(
  bytes: Buffer,
  name: string | undefined,
  maxOutputLength: number,
  isCut = false,
): Buffer | null {
  if (name === undefined || name === 'identity') return bytes
  const coding = codingOf(name)
  if (coding === undefined) return null
  try {
    return coding.decode(bytes, { maxOutputLength, ...(isCut && { finishFlush: coding.cutFlush }) })
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
