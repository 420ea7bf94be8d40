import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { nodeFs } from '../../../files/node-fs.ts'
import type { Fs } from '../../../files/fs.ts'
import { readSeenFile } from '../../../files/read-seen-file.ts'
import type { BatchWrite } from '../../../files/write-batch.ts'
import { folderNameOf } from '../../../journal/session-folder.ts'

/** Claims belong to their writers, and are no part of a repair's result. */
const claim = /^writer\.\d+\.json$/

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile() && !claim.test(entry.name))
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/**
 * The writes that change a session of a journal: the work runs on a copy of its folder, and what it leaves there otherwise is written
 * here, so that one undo takes all of it back (I7). What is kept goes first: kept and quarantined bytes are never less than what was
 * there.
 */
export async function mendedFiles(
  fs: Fs,
  root: string,
  sessionID: string,
  work: (root: string) => Promise<unknown>,
): Promise<BatchWrite[]> {
  const temp = await mkdtemp(join(tmpdir(), 'session-recovery-audit-'))
  try {
    const name = folderNameOf(sessionID)
    const [folder, copy] = [join(root, name), join(temp, name)]
    const before = new Map<string, Awaited<ReturnType<typeof readSeenFile>>>()
    for (const file of await filesIn(folder)) before.set(file, await readSeenFile(fs, join(folder, file)))
    // A link would lead the work out of its copy. Its target is not ours, and a write to its place is refused.
    await cp(folder, copy, { recursive: true, dereference: true })
    await work(temp)
    const writes: BatchWrite[] = []
    for (const file of await filesIn(copy)) {
      const mended = await readSeenFile(nodeFs, join(copy, file))
      const seen = before.get(file)
      if (mended && mended.sha256 !== seen?.sha256)
        writes.push({ path: join(folder, file), content: mended.bytes, seen })
    }
    return writes.sort((first, second) => Number(first.seen !== undefined) - Number(second.seen !== undefined))
  } finally {
    await rm(temp, { recursive: true })
  }
}
