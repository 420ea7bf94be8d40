import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { AgentEnvironment } from '../../agents/agent.ts'
import { systemCode } from '../../files/file-work-error.ts'
import { sessionFolders } from './session-folders.ts'

/** A folder in which sessions were looked for. */
export interface SearchedFolder {
  readonly path: string
  readonly state: 'read' | 'missing' | 'unreadable'
}

const absent: ReadonlySet<unknown> = new Set(['ENOENT', 'ENOTDIR'])

async function look(path: string): Promise<SearchedFolder & { readonly folders: readonly string[] }> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(path, name))
    return { path, state: 'read', folders }
  } catch (cause) {
    const state = absent.has(systemCode(cause)) ? 'missing' : 'unreadable'
    return { path, state, folders: [] }
  }
}

/**
 * Where the sessions of these agents are looked for: the folder of each agent, and those of its projects that cannot be read.
 * Nothing that was found is no proof that nothing is there.
 */
export async function searchedFolders(
  environment: AgentEnvironment,
  agents: readonly string[],
): Promise<readonly SearchedFolder[]> {
  const searched: SearchedFolder[] = []
  for (const root of sessionFolders(environment, agents)) {
    const { folders, ...found } = await look(root)
    searched.push(found)
    for (const folder of folders) {
      const { path, state } = await look(folder)
      if (state === 'unreadable') searched.push({ path, state })
    }
  }
  return searched
}
