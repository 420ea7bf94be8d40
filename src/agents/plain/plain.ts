import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { whoHolds } from '../../files/who-holds.ts'
import type { Agent, SessionRef } from '../agent.ts'
import { openPlain } from './open-plain.ts'

async function recognise(path: string): Promise<SessionRef | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  return { agent: 'file', id: basename(path), path, sizeBytes: stats.size, modifiedMs: stats.mtimeMs }
}

/** Files of messages that no agent owns. They are not searched for: only a path names them. */
export const plain: Agent = {
  name: 'file',
  async *discover() {
    // Nothing to find: such files lie anywhere.
  },
  recognise,
  open: (ref) => openPlain(ref),
  live: (ref, recentMs) => whoHolds(ref.path, recentMs === undefined ? {} : { recentMs }),
}
