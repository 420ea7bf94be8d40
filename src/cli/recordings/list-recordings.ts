import { join } from 'node:path'
import { toJson } from '../../doctor/redact/to-json.ts'
import type { Fs } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { folderNameOf } from '../../journal/session-folder.ts'
import { readClaim } from '../../journal/writer-claim.ts'
import type { SessionSummary } from '../../storage/message-store.ts'
import { exitCode, type ExitCode } from '../exit-code.ts'
import type { RecordingsWork } from './open-recording.ts'

/** What a folder takes on the disk; a file that goes meanwhile takes nothing. */
async function diskUsage(fs: Fs, folder: string): Promise<number> {
  let bytes = 0
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const stat = await fs.lstat(path).catch(() => undefined)
    if (stat) bytes += stat.isFolder ? await diskUsage(fs, path) : stat.size
  }
  return bytes
}

/** `recordings list`: the newest first, with what they take on the disk, and which is being written. */
export async function listRecordings({ store, folder, invocation, context }: RecordingsWork): Promise<ExitCode> {
  const { output, now } = context
  const stored = (await store.messages.list()).sort((first, second) => (first.sessionID < second.sessionID ? 1 : -1))
  const recordings: (SessionSummary & { readonly bytes: number; readonly status: 'active' | 'stopped' })[] = []
  for (const each of stored) {
    const path = join(folder, folderNameOf(each.sessionID))
    const bytes = await diskUsage(nodeFs, path)
    const claim = await readClaim(path, { fs: nodeFs, now })
    const status = claim.kind === 'held' && claim.process === 'alive' ? 'active' : 'stopped'
    recordings.push({ ...each, bytes, status })
  }
  if (invocation.options.flag('json')) {
    await output.line(toJson({ schema: 'session-recovery.recordings/1', folder, recordings }))
    return exitCode.healthy
  }
  for (const { sessionID, updatedAt, messageCount, bytes, status } of recordings)
    await output.line(
      `${sessionID}  ${new Date(updatedAt).toISOString()}  ${messageCount} records, ${bytes} bytes${status === 'active' ? ', being written' : ''}`,
    )
  if (recordings.length === 0)
    await output.line(`No recordings in ${folder}. Record with: session-recovery proxy --record ${folder}`)
  return exitCode.healthy
}
