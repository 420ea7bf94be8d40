import type { Fs, FsFile } from '../files/fs.ts'
import { goneIs } from '../files/gone-is.ts'
import { type Frame, readFrame } from './frame.ts'
import type { IndexEntry } from './index-entry.ts'

/** The place of a record in its segment. */
export type RecordPlace = Pick<IndexEntry, 'offset' | 'length'>

/** A frame, and the bytes of its line. */
export type FrameLine = Frame & { readonly line: Buffer }

/** The frame at a place; undefined if there is none. A place is checked, never trusted (I13). */
export async function readLineAt(fs: Fs, path: string, place: RecordPlace): Promise<FrameLine | undefined> {
  try {
    const file = await fs.open(path, 'r')
    try {
      return await lineIn(file, place)
    } finally {
      await file.close()
    }
  } catch (cause) {
    return goneIs(undefined)(cause)
  }
}

/** The same in an open file. */
export async function lineIn(file: FsFile, { offset, length }: RecordPlace): Promise<FrameLine | undefined> {
  const buffer = Buffer.alloc(length)
  let size = 0
  for (let read = -1; size < length && read !== 0; size += read)
    read = await file.readAt(buffer.subarray(size), offset + size)
  const end = buffer.subarray(0, size).indexOf(0x0a)
  const line = buffer.subarray(0, end < 0 ? size : end)
  const frame = readFrame(line)
  return frame && { ...frame, line }
}
