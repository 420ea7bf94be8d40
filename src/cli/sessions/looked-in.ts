import { resolve } from 'node:path'
import type { AgentEnvironment } from '../../agents/agent.ts'
import type { Selection } from '../../doctor/sessions/find-sessions.ts'
import { searchedFolders, type SearchedFolder } from '../../doctor/sessions/searched-folders.ts'

/** The places that a selection searches: the named paths, or the agents' folders. */
export async function lookedIn(
  { named, agents, cwd }: Selection,
  environment: AgentEnvironment,
): Promise<readonly SearchedFolder[]> {
  if (named.length === 0) return searchedFolders(environment, agents)
  return named.map((each) => ({ path: resolve(cwd, each), state: 'read' }))
}
