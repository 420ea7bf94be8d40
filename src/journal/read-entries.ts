import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { readChunks } from '../files/read-chunks.ts'
import { INDEX_NAME, parseIndexLine, type IndexEntry } from './index-entry.ts'

/** What the index file says, up to the first line that is not as it was written. */
export async function readEntries(fs: Fs, folder: string): Promise<IndexEntry[]> {
  const entries: IndexEntry[] = []
  let rest = ''
  try {
    for await (const chunk of readChunks(fs, join(folder, INDEX_NAME))) {
      const lines = (rest + Buffer.from(chunk).toString('latin1')).split('\n')
      rest = lines.pop()!
      for (const line of lines) {
        const entry = parseIndexLine(line)
        if (entry === undefined) return entries
        entries.push(entry)
      }
    }
  } catch {
    // Whatever is wrong with a derived file: the records tell the same.
  }
  return entries
}
