import type { FileStat, Fs } from '../../files/fs.ts'
import { readChunks } from '../../files/read-chunks.ts'
import { readJson } from '../../record-log/read-object.ts'
import { toRunEvent } from './run-event.ts'
import { goneIs } from '../../files/gone-is.ts'

/** Longer than nearly every event and the torn rest behind the last whole one. */
const firstLook = 16 * 1024

/**
 * The number of the last event of a run, 0 where the file holds none; undefined when there is no file. Read from its end in ever
 * longer looks: a run of many tokens is appended to at each of them.
 */
export async function lastRunSeq(fs: Fs, path: string): Promise<number | undefined> {
  const stat = await fs.lstat(path).catch(goneIs<FileStat | undefined>(undefined))
  if (!stat?.isFile) return undefined
  const { size } = stat
  for (let look = firstLook; ; look *= 8) {
    const from = Math.max(0, size - look)
    const chunks: Uint8Array[] = []
    for await (const chunk of readChunks(fs, path, { from })) chunks.push(chunk)
    const seq = lastSeqIn(Buffer.concat(chunks), from > 0)
    if (seq !== undefined || from === 0) return seq ?? 0
  }
}

/** Of a piece that begins within a line that line is not read. */
function lastSeqIn(bytes: Buffer, isCut: boolean): number | undefined {
  for (let end = bytes.length; end > 0;) {
    const feed = bytes.subarray(0, end).lastIndexOf(0x0a)
    if (feed < 0 && isCut) return undefined
    const event = toRunEvent(readJson(bytes.subarray(feed + 1, end)))
    if (event) return event.seq
    end = feed
  }
  return undefined
}
