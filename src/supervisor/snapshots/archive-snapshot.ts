import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolderDurably } from '../../files/make-folder-durably.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { replaceFileDurably } from '../../files/replace-file-durably.ts'
import { encodeSnapshot } from './snapshot-text.ts'
import type { Snapshot } from './snapshot.ts'

/** Archives kept per session, so that a crash loop cannot fill the disk. */
const mostArchives = 5

const stamp = (at: Date): string => at.toISOString().replaceAll(/[-:.]/g, '')

/** The part of an archive's name after the session id; removed to compare whole ids, since one id may begin with another. */
const archiveEnd = /-\d{8}T\d{9}Z-\d+\.archive\.json/

/** Archives a snapshot, keeps only the newest archives of its session, and returns the path. */
export async function archiveSnapshot(folder: string, snapshot: Snapshot): Promise<string> {
  await makeFolderDurably(nodeFs, folder)
  const owner = encodeURIComponent(snapshot.sessionID)
  const path = join(folder, `${owner}-${stamp(snapshot.takenAt)}-${snapshot.revision}.archive.json`)
  const bytes = Buffer.from(encodeSnapshot(snapshot))
  await replaceFileDurably(path, (write) => write(bytes), { mode: 0o600 })
  const own = (await readdir(folder)).filter((name) => name.replace(archiveEnd, '') === owner).sort()
  for (const name of own.slice(0, -mostArchives)) await rm(join(folder, name), { force: true })
  return path
}
