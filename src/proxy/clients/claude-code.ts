import { join } from 'node:path'
import { isRecord } from '../../json/is-record.ts'
import type { ClientEnvironment, ClientSetup } from './client-setup.ts'
import { readJsonFile } from './read-json-file.ts'

const variable = 'ANTHROPIC_BASE_URL'

/** Claude Code: variables of its settings files win over those of the process, so they are overridden by `--settings`. */
export function claudeCodeSetup({ env, home, cwd }: ClientEnvironment): ClientSetup {
  const folders = [env['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), join(cwd, '.claude')]
  const values = folders
    .flatMap((folder) => ['settings.json', 'settings.local.json'].map((name) => readJsonFile(join(folder, name))))
    .map((settings) => (isRecord(settings) && isRecord(settings['env']) ? settings['env'][variable] : undefined))
  const set = values.findLast((value) => typeof value === 'string' && value !== '')
  if (typeof set !== 'string') return { upstreams: {}, changes: () => ({}) }
  return {
    upstreams: { anthropic: set },
    changes: (baseURL) => ({
      args: ['--settings', JSON.stringify({ env: { [variable]: baseURL('anthropic') } })],
    }),
  }
}
