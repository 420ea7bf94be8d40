import { dirname, isAbsolute, join } from 'node:path'
import type { AgentEnvironment } from '../../agents/agent.ts'
import { claudeFolder } from '../../agents/claude-code/discover.ts'
import { codexFolder } from '../../agents/codex/discover.ts'
import { geminiFolder } from '../../agents/gemini-cli/discover.ts'
import { hermesFolder } from '../../agents/hermes-webui/hermes-webui.ts'
import { opencodeFolder } from '../../agents/opencode/discover.ts'

const folders: Readonly<Record<string, (environment: AgentEnvironment) => readonly string[]>> = {
  'claude-code': (environment) => [join(claudeFolder(environment), 'projects')],
  codex: (environment) => [join(codexFolder(environment), 'sessions')],
  'gemini-cli': (environment) => [join(geminiFolder(environment), 'tmp')],
  'hermes-webui': (environment) => [hermesFolder(environment)],
  opencode: (environment) => {
    const database = environment.env['OPENCODE_DB']
    return [opencodeFolder(environment), ...(database && isAbsolute(database) ? [dirname(database)] : [])]
  },
}

/** Where the agents write their sessions; the folders need not exist. */
export function sessionFolders(environment: AgentEnvironment, agents: readonly string[]): string[] {
  return Object.entries(folders)
    .filter(([name]) => agents.length === 0 || agents.includes(name))
    .flatMap(([, folder]) => folder(environment))
}
