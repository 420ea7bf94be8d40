import type { Frame } from './frame.ts'

export const INDEX_NAME = 'index.ndjson'

/** Where a record stands: enough to list, filter and read records without a scan. */
export interface IndexEntry extends Pick<Frame, 'seq' | 'type' | 'epoch' | 'at' | 'crc'> {
  /** Number of the first record of the segment: segments are renamed when they are full, this stays. */
  readonly segment: number
  readonly offset: number
  /** With the line feed. */
  readonly length: number
}

export function indexLine({ seq, type, epoch, at, crc, segment, offset, length }: IndexEntry): string {
  return `{"seq":${seq},"type":"${type}","epoch":${epoch},"at":${at},"crc":"${crc}","segment":${segment},"offset":${offset},"length":${length}}\n`
}
