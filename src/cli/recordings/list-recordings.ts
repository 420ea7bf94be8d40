import { join } from 'node:path'
import { toJson } from '../../doctor/redact/to-json.ts'
import type { Fs } from '../../files/fs.ts'
import { nodeFs } from '../../files/node-fs.ts'
import { folderNameOf, listSessionIDs } from '../../journal/session-folder.ts'
import { asRecorded } from '../../proxy/recording/recorded.ts'
import { readClaim } from '../../journal/writer-claim.ts'
import { shellWord } from '../../doctor/sessions/short-id.ts'
import { exitCode, type ExitCode } from '../exit-code.ts'
import type { RecordingsWork } from './open-recording.ts'
import { counted } from '../../json/counted.ts'

/** The disk usage of a folder; a file that disappears meanwhile counts as empty. */
async function diskUsage(fs: Fs, folder: string): Promise<number> {
  let bytes = 0
  for (const name of await fs.readdir(folder).catch(() => [])) {
    const path = join(folder, name)
    const stat = await fs.lstat(path).catch(() => undefined)
    if (stat) bytes += stat.isFolder ? await diskUsage(fs, path) : stat.size
  }
  return bytes
}

interface Listed {
  readonly sessionID: string
  /** Records of any kind. */
  readonly messageCount: number
  /** As `recordings show` counts them. */
  readonly exchanges: number
  /** Epoch ms of its last record; null for none. */
  readonly updatedAt: number | null
  readonly bytes: number
  readonly status: 'active' | 'stopped'
}

/** One that cannot be read hides no other. */
interface Unreadable {
  readonly sessionID: string
  readonly error: string
}

async function look(sessionID: string, { store, folder, context }: RecordingsWork): Promise<Listed | Unreadable> {
  const path = join(folder, folderNameOf(sessionID))
  try {
    const stored = await store.messages.load(sessionID)
    const { items } = await store.journal.records(sessionID, { order: 'desc', limit: 1 })
    const claim = await readClaim(path, { fs: nodeFs, now: context.now })
    return {
      sessionID,
      messageCount: stored?.messages.length ?? 0,
      exchanges: stored?.messages.filter(({ raw }) => asRecorded(raw)?.kind === 'exchange').length ?? 0,
      updatedAt: items[0]?.at ?? null,
      bytes: await diskUsage(nodeFs, path),
      status: claim.kind === 'held' && claim.process === 'alive' ? 'active' : 'stopped',
    }
  } catch (cause) {
    const reason = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
    return { sessionID, error: reason instanceof Error ? reason.message : String(reason) }
  }
}

function lineOf(each: Listed | Unreadable): string {
  if ('error' in each) return `${each.sessionID}  cannot be read: ${each.error}`
  const { sessionID, exchanges, updatedAt, bytes, status } = each
  const time = updatedAt === null ? 'empty' : new Date(updatedAt).toISOString()
  return `${sessionID}  ${time}  ${counted(exchanges, 'exchange')}, ${counted(bytes, 'byte')}${status === 'active' ? ', being written' : ''}`
}

/** `recordings list`: the named recordings, or all; newest first, with their size on disk, marking the one being written. */
export async function listRecordings(work: RecordingsWork): Promise<ExitCode> {
  const { folder, named = '', invocation, context } = work
  const { output } = context
  const recordings: (Listed | Unreadable)[] = []
  for (const sessionID of (await listSessionIDs(nodeFs, folder)).toReversed())
    if (sessionID.startsWith(named)) recordings.push(await look(sessionID, work))
  const shown = recordings.filter((each) => 'error' in each || each.messageCount > 0)
  if (invocation.options.flag('json'))
    await output.line(toJson({ schema: 'session-recovery.recordings/1', folder, recordings: shown }))
  else for (const each of shown) await output.line(lineOf(each))
  if (shown.length === 0 && !invocation.options.flag('json'))
    await output.line(`No recordings in ${folder}. Record with: session-recovery proxy --record ${shellWord(folder)}`)
  return shown.some((each) => 'error' in each) ? exitCode.findings : exitCode.healthy
}
