import { crc32c } from '../record-log/crc32c.ts'
import type { Frame } from './frame.ts'

export const INDEX_NAME = 'index.ndjson'

/** The index entry of a record: its position, and enough fields to list and filter records without a scan. */
export interface IndexEntry extends Pick<Frame, 'seq' | 'type' | 'epoch' | 'at' | 'crc'> {
  /** Number of the segment's first record: unlike its name, it does not change when the segment is sealed. */
  readonly segment: number
  readonly offset: number
  /** Bytes, with the line feed. */
  readonly length: number
}

const line =
  /^\{"seq":(\d{1,15}),"type":"([a-z][a-z0-9._-]{0,39})","epoch":(\d{1,15}),"at":(-?\d{1,16}),"crc":"([0-9a-f]{8})","segment":(\d{1,15}),"offset":(\d{1,15}),"length":(\d{1,15})$/

const checkOf = (body: string): string => crc32c(Buffer.from(body)).toString(16).padStart(8, '0')
const CHECK_LENGTH = ',"check":"00000000"}'.length

/** A line of the index, with a checksum, so that a damaged index is noticed. */
export function indexLine({ seq, type, epoch, at, crc, segment, offset, length }: IndexEntry): string {
  const body = `{"seq":${seq},"type":"${type}","epoch":${epoch},"at":${at},"crc":"${crc}","segment":${segment},"offset":${offset},"length":${length}`
  return `${body},"check":"${checkOf(body)}"}\n`
}

/** The entry of a line (without its line feed); undefined when the line is damaged. */
export function parseIndexLine(text: string): IndexEntry | undefined {
  const body = text.slice(0, -CHECK_LENGTH)
  const found = line.exec(body)
  if (found === null || text.slice(body.length) !== `,"check":"${checkOf(body)}"}`) return undefined
  const [, seq, type, epoch, at, crc, segment, offset, length] = found
  return {
    seq: Number(seq),
    type: type!,
    epoch: Number(epoch),
    at: Number(at),
    crc: crc!,
    segment: Number(segment),
    offset: Number(offset),
    length: Number(length),
  }
}
