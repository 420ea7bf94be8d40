import { basename } from 'node:path'
import { baseVariablesSetup } from './base-variables.ts'
import { claudeCodeSetup } from './claude-code.ts'
import type { ClientEnvironment, ClientSetup, SetUpClient } from './client-setup.ts'
import { codexSetup } from './codex.ts'
import { openCodeSetup } from './opencode.ts'
import { ownValue } from '../../json/own-value.ts'

/** Programs that need more than the variables which all get; the name is that of the executable. */
const programs: Readonly<Record<string, SetUpClient>> = {
  claude: claudeCodeSetup,
  codex: codexSetup,
  opencode: openCodeSetup,
}

/** How a program is pointed at the proxy: its own way over the variables that every program gets. */
export function setUpClient(command: string, environment: ClientEnvironment): ClientSetup {
  const name = basename(command).replace(/\.(?:exe|cmd|js|mjs)$/i, '')
  const common = baseVariablesSetup(environment)
  const own = ownValue(programs, name)?.(environment)
  return {
    upstreams: { ...common.upstreams, ...own?.upstreams },
    changes: (baseURL) => {
      const special = own?.changes(baseURL)
      return { env: { ...common.changes(baseURL).env, ...special?.env }, args: special?.args ?? [] }
    },
  }
}
