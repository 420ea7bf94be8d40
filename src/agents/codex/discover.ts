import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { namesBelow } from '../../files/names-below.ts'
import type { AgentEnvironment, SessionRef } from '../agent.ts'
import { hasEarlyRecord } from '../jsonl/has-early-record.ts'
import { isCodexRecord } from './codex-record.ts'

/** Where Codex keeps its files. An empty variable counts as unset. */
export function codexFolder({ home, env }: AgentEnvironment): string {
  return env['CODEX_HOME'] || join(home, '.codex')
}

async function refOf(path: string): Promise<SessionRef | undefined> {
  const stats = await stat(path).catch(() => undefined)
  if (!stats?.isFile()) return undefined
  const name = basename(path, '.jsonl')
  const id = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.exec(name)?.[0] ?? name
  return { agent: 'codex', id, path, sizeBytes: stats.size, modifiedMs: stats.mtimeMs }
}

/** Rollouts lie in `sessions/YYYY/MM/DD`, put away ones in `archived_sessions`. */
export async function* discoverRollouts(environment: AgentEnvironment): AsyncGenerator<SessionRef> {
  for (const folder of ['sessions', 'archived_sessions']) {
    const root = join(codexFolder(environment), folder)
    for (const name of await namesBelow(root).catch(() => [])) {
      const ref = /^rollout-.*\.jsonl$/.test(basename(name)) ? await refOf(join(root, name)) : undefined
      if (ref) yield ref
    }
  }
}

/** Looks at the first records of a file: one must be a line of a rollout. */
export async function recogniseRollout(path: string): Promise<SessionRef | undefined> {
  const ref = await refOf(path)
  const isOurs = ref && (await hasEarlyRecord(path, isCodexRecord))
  return isOurs ? ref : undefined
}
