import { readdir } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join } from 'node:path'
import type { AgentEnvironment, SessionRef } from '../agent.ts'
import { jsonRows } from './json-folders/json-rows.ts'
import type { RowStore } from './row-store.ts'
import { sqliteRows } from './sqlite/sqlite-rows.ts'

/** The folder of opencode's files. An empty variable counts as unset. */
export function opencodeFolder({ home, env }: AgentEnvironment): string {
  return join(env['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'opencode')
}

/** The store of a reference: a session file lies in the old folders, anything else is a database. */
export function storeOf({ path }: Pick<SessionRef, 'path'>): RowStore {
  return path.endsWith('.json') ? jsonRows : sqliteRows
}

async function names(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(() => [])).sort()
}

/** `OPENCODE_DB` alone when it is set; else `opencode.db` and those of other channels (`opencode-<channel>.db`). */
async function databases(environment: AgentEnvironment): Promise<string[]> {
  const folder = opencodeFolder(environment)
  const named = environment.env['OPENCODE_DB']
  if (named && named !== ':memory:') return [isAbsolute(named) ? named : join(folder, named)]
  return (await names(folder))
    .filter((name) => /^opencode(?:-[\w.-]+)?\.db$/.test(name))
    .map((name) => join(folder, name))
}

/** All sessions in the databases, then those in the old folders. */
export async function* discoverOpencode(environment: AgentEnvironment): AsyncGenerator<SessionRef> {
  for (const path of await databases(environment)) yield* await sqliteRows.sessions(path).catch(() => [])
  const sessions = join(opencodeFolder(environment), 'storage', 'session')
  for (const project of await names(sessions))
    for (const name of await names(join(sessions, project)))
      if (name.endsWith('.json')) yield* await jsonRows.sessions(join(sessions, project, name)).catch(() => [])
}

/** A database stands for its newest session, a session file of the old folders for its own. */
export async function recogniseOpencode(path: string): Promise<SessionRef | undefined> {
  try {
    if (/\.(?:db|sqlite)$/.test(path)) return (await sqliteRows.sessions(path))[0]
    const isSession = basename(path).startsWith('ses_') && basename(dirname(dirname(path))) === 'session'
    return isSession && path.endsWith('.json') ? (await jsonRows.sessions(path))[0] : undefined
  } catch {
    // No database, or one of another program: whatever it is, it is not opencode's.
    return undefined
  }
}
