import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { pid as ownPid } from 'node:process'
import type { Fs } from '../files/fs.ts'
import { pidNamespace } from '../files/pid-namespace.ts'
import { identifyProcess } from '../files/process-identity.ts'
import { isProcessAlive } from '../files/temp-files.ts'
import { shortHash } from '../json/short-hash.ts'

/** The name of a staging folder: pid, marks of the process, random id. No session has such a name. */
const named = /^\.import-(\d+)((?:\.[0-9a-z]{12}|\.){4})\.[0-9a-f-]{36}$/

/** Hashes that identify a process in a folder name: machine, boot, pid namespace, start time; undefined if it does not run. */
async function marksOf(pid: number): Promise<readonly string[] | undefined> {
  const identity = await identifyProcess(pid)
  if (identity === undefined) return undefined
  const { host, machine, bootId, startTime } = identity
  const mark = (text: string | undefined): string => (text ? shortHash(text) : '')
  return [machine && `${host} ${machine}`, bootId, await pidNamespace(), startTime].map(mark)
}

/** The folder in which an import is prepared, before it is renamed to the session's folder. */
export async function stagingFolderIn(root: string): Promise<string> {
  const marks = await marksOf(ownPid)
  return join(root, `.import-${ownPid}.${(marks ?? ['', '', '', '']).join('.')}.${randomUUID()}`)
}

/**
 * Whether the process that made a staging folder has certainly ended: it ran on this machine before this boot, or in this pid
 * namespace, and no process with its pid and start time exists. A process that cannot be checked may still run.
 */
async function hasEnded(name: string, own: readonly string[]): Promise<boolean> {
  const [, pid, marks] = named.exec(name) ?? []
  if (pid === undefined || marks === undefined) return false
  const [machine, boot, counted, start] = marks.slice(1).split('.')
  if (!boot || !start) return false
  if (boot !== own[1]) return Boolean(machine) && machine === own[0]
  if (counted !== own[2]) return false
  const now = await marksOf(Number(pid))
  // Where nothing can be read of it (no descriptor is left, `hidepid` hides it), it may run all the same.
  return now === undefined ? !isProcessAlive(Number(pid)) : now[3] !== start
}

/** Removes folders of killed imports; only on Linux, where processes can be identified. Best effort: a leftover does no harm. */
export async function sweepStagingFolders(fs: Fs, root: string): Promise<void> {
  const staged = (await fs.readdir(root).catch(() => [])).filter((name) => name.startsWith('.import-'))
  const own = staged.length === 0 ? undefined : await marksOf(ownPid)
  if (own === undefined) return
  for (const name of staged)
    if (await hasEnded(name, own)) await removeStagingFolder(fs, join(root, name)).catch(() => undefined)
}

/** Removes a staging folder with what lies in it; a link in its place stays. */
export async function removeStagingFolder(fs: Fs, folder: string): Promise<void> {
  // Only real folders: a link may lead anywhere.
  if (!(await fs.lstat(folder)).isFolder) return
  for (const name of await fs.readdir(folder)) await fs.unlink(join(folder, name))
  await fs.rmdir(folder)
}
