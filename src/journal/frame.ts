import { shortHash } from '../json/short-hash.ts'
import { crc32c } from '../record-log/crc32c.ts'
import { JournalError } from './journal-error.ts'
import { isSnapshot } from './snapshot-record.ts'

/** All of a record but its data: what stands in the frame. */
export type Frame = {
  /** From 1, without a hole. */
  readonly seq: number
  /** Who wrote it must know it; who reads it keeps and skips what it does not know. */
  readonly type: string
  /** Counts the intentional shrinks of the session (I14). */
  readonly epoch: number
  /** Of the writer's claim: a record with a smaller token than one before it comes from a writer that had lost the session (I15). */
  readonly token: number
  /** Epoch ms. */
  readonly at: number
  /** Running digest over all records before this one. */
  readonly digest: string
  /** CRC-32C of the line up to the comma before this field, eight hexadecimal digits. */
  readonly crc: string
}

/** One line of a journal. `data` is any JSON. */
export type JournalRecord = Frame & { readonly data: unknown }

/** The digest before the first record. */
export const FIRST_DIGEST = '000000000000'

/** Longest line by default: below what a string of JavaScript holds, far above what a turn needs. */
export const MAX_FRAME_BYTES: number = 128 * 1024 * 1024

const head =
  /^\{"seq":(\d{1,15}),"type":"([a-z][a-z0-9._-]{0,39})","epoch":(\d{1,15}),"token":(\d{1,15}),"at":(-?\d{1,16}),"digest":"([0-9a-z]{12})","data":/
const tail = /^,"crc":"([0-9a-f]{8})"\}$/
const TAIL_BYTES = 18
const MAX_HEAD_BYTES = 192

/**
 * Reads the frame of the line `bytes[start, end)`; undefined when it is no whole, unchanged record. The data is not parsed: a
 * line with the right checksum is the line that was written.
 */
export function readFrame(bytes: Buffer, start: number = 0, end: number = bytes.length): Frame | undefined {
  const body = end - TAIL_BYTES
  const [, crc = ''] = tail.exec(bytes.toString('latin1', body, end)) ?? []
  const found = head.exec(bytes.toString('latin1', start, start + MAX_HEAD_BYTES))
  if (found === null || crc32c(bytes, start, body) !== Number.parseInt(crc, 16)) return undefined
  const [, seq, type, epoch, token, at, digest] = found
  return {
    seq: Number(seq),
    type: type!,
    epoch: Number(epoch),
    token: Number(token),
    at: Number(at),
    digest: digest!,
    crc,
  }
}

/**
 * The running digest behind a record: what the next one must carry. A snapshot holds the digest behind the records that it stands
 * for, so that the chain goes on as if they were there.
 */
export function digestAfter({ type, digest, crc }: Pick<Frame, 'type' | 'digest' | 'crc'>): string {
  return isSnapshot({ type }) ? digest : shortHash(digest + crc)
}

/**
 * The line of a record, with its line feed.
 *
 * @param dataText JSON on one line
 * @throws JournalError `too_large`
 */
export function writeFrame(
  { seq, type, epoch, token, at, digest }: Omit<Frame, 'crc'>,
  dataText: string,
  maxBytes: number = MAX_FRAME_BYTES,
): { readonly frame: Frame; readonly line: Buffer } {
  const body = `{"seq":${seq},"type":"${type}","epoch":${epoch},"token":${token},"at":${at},"digest":"${digest}","data":${dataText}`
  const size = Buffer.byteLength(body)
  if (size > maxBytes)
    throw new JournalError('too_large', `A record of ${size} bytes is above the limit of ${maxBytes}.`)
  const line = Buffer.allocUnsafe(size + TAIL_BYTES + 1)
  line.write(body)
  const crc = crc32c(line, 0, size).toString(16).padStart(8, '0')
  line.write(`,"crc":"${crc}"}\n`, size)
  return { frame: { seq, type, epoch, token, at, digest, crc }, line }
}

/** The record of a line that {@link readFrame} has recognised. */
export function parseRecord(line: Uint8Array): JournalRecord {
  return JSON.parse(Buffer.from(line.buffer, line.byteOffset, line.byteLength).toString()) as JournalRecord
}
