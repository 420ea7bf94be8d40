import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRecord } from '../../json/is-record.ts'
import type { ClientEnvironment, ClientSetup } from './client-setup.ts'
import { readJsonFile } from './read-json-file.ts'

/** Where Codex sends its requests when it is logged in with ChatGPT instead of a key. */
const chatGPT = 'https://chatgpt.com/backend-api/codex'

/**
 * Codex: takes no variable but settings, which `-c` overrides. The provider that its config.toml (or a `-c` of the command)
 * chooses keeps its name, key and wire API; only its address changes.
 */
export function codexSetup({ env, home, args }: ClientEnvironment): ClientSetup {
  const folder = env['CODEX_HOME'] || join(home, '.codex')
  const settings = new Map([...readSettings(join(folder, 'config.toml')), ...overridesOf(args)])
  const provider = settings.get('model_provider') ?? 'openai'
  const setting = provider === 'openai' ? 'openai_base_url' : `model_providers.${provider}.base_url`
  const name = provider === 'openai' ? 'openai' : `codex-${provider.replaceAll(/[^\w.-]/g, '-')}`
  const found = settings.get(setting) ?? (provider === 'openai' ? openAIBase(env, folder) : undefined)
  // A built-in provider of another kind (ollama, bedrock) has no address that could be changed.
  if (provider !== 'openai' && found === undefined) return { upstreams: {}, changes: () => ({}) }
  return {
    upstreams: found === undefined ? {} : { [name]: found },
    changes: (baseURL) => ({ args: ['-c', `${setting}=${JSON.stringify(baseURL(name))}`] }),
  }
}

function openAIBase(env: ClientEnvironment['env'], folder: string): string | undefined {
  if (env['OPENAI_BASE_URL']) return env['OPENAI_BASE_URL']
  const auth = readJsonFile(join(folder, 'auth.json'))
  const hasKey = env['CODEX_API_KEY'] || (isRecord(auth) && typeof auth['OPENAI_API_KEY'] === 'string')
  return !hasKey && isRecord(auth) && isRecord(auth['tokens']) ? chatGPT : undefined
}

const assignment = /^\s*([\w.-]+)\s*=\s*(?:"([^"\\]*)"|'([^']*)')/

/** The plain text settings of a TOML file, by their dotted names: all that is needed of it. */
function readSettings(path: string): [name: string, value: string][] {
  const settings: [string, string][] = []
  let table = ''
  for (const line of readLines(path)) {
    const header = /^\s*\[([^[\]]+)\]/.exec(line)
    if (header) table = `${header[1]!.trim().replaceAll(/["']/g, '')}.`
    const [, name, double, single] = assignment.exec(line) ?? []
    if (name !== undefined) settings.push([table + name, (double ?? single)!])
  }
  return settings
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

/** `-c name=value` and `--config name=value` of the command line. */
function overridesOf(args: readonly string[]): [name: string, value: string][] {
  return args.flatMap((arg, index) => {
    if (!/^(?:-c|--config)$/.test(String(args[index - 1]))) return []
    const [, name, value] = /^([\w.-]+)=["']?([^"']*)["']?$/.exec(arg) ?? []
    return name === undefined ? [] : [[name, value!] as [string, string]]
  })
}
