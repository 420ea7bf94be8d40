import { join } from 'node:path'
import type { Fs } from '../files/fs.ts'
import { readChunks } from '../files/read-chunks.ts'
import { INDEX_NAME, parseIndexLine, type IndexEntry } from './index-entry.ts'

/** The entries of the index file, up to the first damaged line. */
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
    // The index is derived: whatever is wrong with it, the entries can be read from the records.
  }
  return entries
}
