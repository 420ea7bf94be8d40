import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openReadOnly } from '../../files/rows/open-read-only.ts'
import { headerFields } from './header-fields.ts'

/** A thread's row in Codex's SQLite index; empty when there is none. Titles are prompts, and are not read. */
export type IndexedThread = Readonly<Record<string, string>>

/** `CODEX_HOME` of a rollout at `sessions/YYYY/MM/DD` or in `archived_sessions`. */
function folderOf(path: string): string | undefined {
  let folder = dirname(path)
  for (let depth = 0; depth < 5; depth += 1) {
    if (existsSync(join(folder, 'state_5.sqlite'))) return folder
    folder = dirname(folder)
  }
  return undefined
}

/** Looks a thread up in `state_5.sqlite`, read-only. An unreadable index counts as empty. */
export async function findThread(path: string, id: string): Promise<IndexedThread> {
  const folder = folderOf(path)
  if (folder === undefined) return {}
  try {
    const database = await openReadOnly(join(folder, 'state_5.sqlite'))
    try {
      const row: Record<string, unknown> = database.prepare('SELECT * FROM threads WHERE id = ?').get(id) ?? {}
      return Object.fromEntries(
        headerFields.flatMap((name): [string, string][] => {
          const value = row[name]
          return typeof value === 'string' && value !== '' ? [[name, value]] : []
        }),
      )
    } finally {
      database.close()
    }
  } catch {
    // Codex resumes from the file alone; the index only adds details.
    return {}
  }
}
