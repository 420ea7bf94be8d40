import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { backupFolderPath } from '../../files/backup-folder.ts'
import { livingHolder } from '../../supervisor/claims/living-holder.ts'
import type { SessionHolder } from '../../supervisor/claims/session-holder.ts'
import { folderSnapshots } from '../../supervisor/snapshots/folder-snapshots.ts'
import type { DamagedSnapshot } from '../../supervisor/snapshots/snapshot-store.ts'
import type { Snapshot } from '../../supervisor/snapshots/snapshot.ts'
import type { CliContext } from '../cli-context.ts'
import { CliError } from '../cli-error.ts'
import { goneIs } from '../../files/gone-is.ts'

/** The folder of `supervise`: beside the backups, with one folder per session, so that two supervisors never meet. */
export function supervisorFolder({ env, home }: Pick<CliContext, 'env' | 'home'>): string {
  return join(backupFolderPath({ ...env, HOME: home }), '..', 'supervisor')
}

/** The default name of a session: the same command line in the same folder is the same session. */
export function defaultID(command: readonly string[], cwd: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([command, cwd]))
    .digest('hex')
    .slice(0, 6)
  const name = basename(command[0] ?? '').replaceAll(/[^A-Za-z0-9]/g, '') || 'session'
  return `${name}-${digest}`
}

/** A session as its folder shows it. */
export interface KeptSession {
  readonly snapshot: Snapshot
  /** The supervisor that looks after it, while that lives. */
  readonly holder: SessionHolder | undefined
}

/** The stored sessions, and the names of those that cannot be read. */
export interface KeptSessions {
  readonly kept: readonly KeptSession[]
  /** The newest damage of each session of which nothing else is left. */
  readonly unreadable: readonly DamagedSnapshot[]
}

/** Reads all stored sessions, or one. Changes nothing: damage is left to their supervisors. */
export async function readSessions(folder: string, only?: string): Promise<KeptSessions> {
  const names = await readdir(folder).catch(goneIs([]))
  const kept: KeptSession[] = []
  const unreadable: DamagedSnapshot[] = []
  for (const name of names.filter((each) => only === undefined || each === only).sort()) {
    const store = folderSnapshots(join(folder, name), 2, { readOnly: true })
    const { snapshots, damaged } = await store.load()
    for (const snapshot of snapshots)
      kept.push({ snapshot, holder: await livingHolder(store.claims, snapshot.sessionID) })
    const read = new Set(snapshots.map(({ sessionID }) => sessionID))
    const lost = damaged.filter(({ sessionID }) => !read.has(sessionID))
    unreadable.push(...[...Map.groupBy(lost, ({ sessionID }) => sessionID).values()].flatMap(([first]) => first ?? []))
  }
  return { kept, unreadable }
}

/** Reads one stored session; throws for a missing name, an unknown one, and damage. */
export async function readSession(id: string | undefined, context: CliContext): Promise<KeptSession> {
  const see = 'See: session-recovery supervise status'
  if (id === undefined) throw new CliError('usage', 'No session is named.', see)
  const { kept, unreadable } = await readSessions(supervisorFolder(context), id)
  if (kept[0]) return kept[0]
  if (unreadable[0])
    throw new CliError(
      'not_found',
      `What is kept of ${JSON.stringify(id)} cannot be read: ${unreadable[0].place}: ${unreadable[0].why}`,
      'Started again, the session sets it aside; what it may have left running is looked for by hand.',
    )
  throw new CliError('not_found', `There is no session ${JSON.stringify(id)}.`, see)
}
