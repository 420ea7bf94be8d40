import type { LinePrefilter } from './record-log-scanner.ts'

/**
 * A prefilter that lets through only lines with these bytes. It searches each chunk once, not each line, so that a rare
 * needle costs next to nothing.
 *
 * @example
 * scanRecordLog(path, { prefilter: lineContains('"type":"session_meta"') })
 */
export function lineContains(needle: string): LinePrefilter {
  const bytes = Buffer.from(needle)
  let searched: Buffer | undefined
  let next = -1
  return (chunk, start, end) => {
    if (searched !== chunk || (next < start && next >= 0)) {
      searched = chunk
      next = chunk.indexOf(bytes, start)
    }
    return next >= 0 && next + bytes.length <= end
  }
}
