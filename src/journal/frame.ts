import { shortHash } from '../json/short-hash.ts'
import { crc32c } from '../record-log/crc32c.ts'
import { JournalError } from './journal-error.ts'
import { isSnapshot } from './snapshot-record.ts'

/** The fields of a record without its data. */
export type Frame = {
  /** Number of the record: from 1, without gaps. */
  readonly seq: number
  /** Readers keep and skip records of types that they do not know. */
  readonly type: string
  /** Counts the intentional shrinks of the session (I14). */
  readonly epoch: number
  /** Token of the writer's claim: smaller than that of an earlier record, it shows a writer that had lost the session (I15). */
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

/** Longest line by default: below the longest JavaScript string, far above what a turn needs. */
export const MAX_FRAME_BYTES: number = 128 * 1024 * 1024

const head =
  /^\{"seq":(\d{1,15}),"type":"([a-z][a-z0-9._-]{0,39})","epoch":(\d{1,15}),"token":(\d{1,15}),"at":(-?\d{1,16}),"digest":"([0-9a-z]{12})","data":/
const tail = /^,"crc":"([0-9a-f]{8})"\}$/
const TAIL_BYTES = 18
const MAX_HEAD_BYTES = 192

/**
 * Reads the frame of the line `bytes[start, end)`; undefined unless it is a whole, unchanged record. The data is not parsed: the
 * checksum proves that the line is as it was written.
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
 * The running digest after a record, which the next one must contain. A snapshot contains the digest after the records that it
 * replaces, so that the chain continues as if they were there.
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
