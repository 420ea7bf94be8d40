import { dirname, join } from 'node:path'
import { ownValue } from '../../json/own-value.ts'
import { isRecord } from '../../json/is-record.ts'
import type { ClientEnvironment, ClientSetup } from './client-setup.ts'
import { parseJsonc, readJsonFile } from './read-json-file.ts'

/** Providers that opencode knows without a configured address, and what shows that they are in use. */
const known: Readonly<Record<string, { readonly baseURL: string; readonly keys: readonly string[] }>> = {
  anthropic: { baseURL: 'https://api.anthropic.com/v1', keys: ['ANTHROPIC_API_KEY'] },
  openai: { baseURL: 'https://api.openai.com/v1', keys: ['OPENAI_API_KEY'] },
  google: {
    baseURL: 'https://generativelanguage.googleapis.com/v1beta',
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
  },
}

/** opencode: `OPENCODE_CONFIG_CONTENT` is laid over all its files, so the address of every provider in use goes there. */
export function openCodeSetup(environment: ClientEnvironment): ClientSetup {
  const { env, home } = environment
  const configs = configsOf(environment)
  const auth = readJsonFile(join(env['XDG_DATA_HOME'] || join(home, '.local/share'), 'opencode', 'auth.json'))
  const providers = new Map<string, string>()
  for (const [name, { baseURL, keys }] of Object.entries(known)) {
    const isLoggedIn = isRecord(auth) && name in auth
    if (isLoggedIn || keys.some((key) => env[key])) providers.set(name, baseURL)
  }
  for (const config of configs)
    for (const [name, provider] of Object.entries(recordIn(config, 'provider'))) {
      const baseURL = recordIn(provider, 'options')['baseURL'] ?? recordIn(provider)['api']
      const row = ownValue(known, name)
      if (typeof baseURL === 'string') providers.set(name, withVariables(baseURL, env))
      else if (row && !providers.has(name)) providers.set(name, row.baseURL)
    }
  const content = configs.at(-1)
  return {
    upstreams: Object.fromEntries([...providers].map(([name, baseURL]) => [upstreamName(name), baseURL])),
    changes: (baseURL) => {
      const changed = [...providers.keys()].map((name) => {
        const former = recordIn(recordIn(content, 'provider'), name)
        const options = { ...recordIn(former, 'options'), baseURL: baseURL(upstreamName(name)) }
        return [name, { ...former, options }]
      })
      const provider = { ...recordIn(content, 'provider'), ...Object.fromEntries(changed) }
      return { env: { OPENCODE_CONFIG_CONTENT: JSON.stringify({ ...recordIn(content), provider }) } }
    },
  }
}

function upstreamName(provider: string): string {
  return `opencode-${provider.replaceAll(/[^\w.-]/g, '-')}`
}

/** All configurations, each laid over those before it; the last is the variable's. */
function configsOf({ env, home, cwd }: ClientEnvironment): unknown[] {
  const folders = [cwd]
  while (dirname(folders[0]!) !== folders[0]) folders.unshift(dirname(folders[0]!))
  const global = join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'opencode')
  const inFolders = [global, ...folders.flatMap((folder) => [folder, join(folder, '.opencode')])]
  const paths = [
    ...inFolders.flatMap((folder) => ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name))),
    ...(env['OPENCODE_CONFIG'] ? [env['OPENCODE_CONFIG']] : []),
  ]
  return [...paths.map(readJsonFile), parseJsonc(env['OPENCODE_CONFIG_CONTENT'] ?? '')]
}

function recordIn(value: unknown, field?: string): Record<string, unknown> {
  const inner = field === undefined ? value : isRecord(value) ? value[field] : undefined
  return isRecord(inner) ? inner : {}
}

/** `{env:NAME}` in a setting. */
function withVariables(text: string, env: ClientEnvironment['env']): string {
  return text.replaceAll(/\{env:([^}]+)\}/g, (_whole, name: string) => env[name] ?? '')
}
