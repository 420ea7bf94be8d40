import type { ClientEnvironment, ClientSetup } from './client-setup.ts'

/** A variable from which clients take a base URL. */
interface BaseVariable {
  readonly variable: string
  /** The upstream that it stands for; without one it is followed only where it is set. */
  readonly upstream?: string
}

/** In order of precedence: the first that is set tells where an upstream is. */
const baseVariables: readonly BaseVariable[] = [
  { variable: 'ANTHROPIC_BASE_URL', upstream: 'anthropic' },
  { variable: 'OPENAI_BASE_URL', upstream: 'openai' },
  { variable: 'OPENAI_API_BASE', upstream: 'openai' },
  { variable: 'GOOGLE_GEMINI_BASE_URL', upstream: 'gemini' },
  { variable: 'ANTHROPIC_VERTEX_BASE_URL' },
  { variable: 'GOOGLE_VERTEX_BASE_URL' },
  { variable: 'AZURE_OPENAI_ENDPOINT' },
  { variable: 'DEEPSEEK_BASE_URL' },
  { variable: 'MISTRAL_BASE_URL' },
  { variable: 'OPENROUTER_BASE_URL' },
]

const loopback = '127.0.0.1,localhost,::1'

/** What every program gets: the base URLs of all providers. The value that was set before becomes the upstream. */
export function baseVariablesSetup({ env }: ClientEnvironment): ClientSetup {
  const followed = baseVariables
    .filter(({ variable, upstream }) => upstream !== undefined || env[variable])
    .map(({ variable, upstream }) => ({ variable, upstream: upstream ?? variable.toLowerCase().replaceAll('_', '-') }))
  const given = followed.filter(({ variable }) => env[variable])
  return {
    upstreams: Object.fromEntries(given.toReversed().map(({ variable, upstream }) => [upstream, env[variable]!])),
    changes: (baseURL) => ({
      env: {
        ...Object.fromEntries(followed.map(({ variable, upstream }) => [variable, baseURL(upstream)])),
        // A corporate proxy cannot reach this machine's loopback.
        ...(hasProxy(env) && Object.fromEntries(['NO_PROXY', 'no_proxy'].map((name) => [name, joined(env[name])]))),
      },
    }),
  }
}

function hasProxy(env: ClientEnvironment['env']): boolean {
  return ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].some((name) => env[name] || env[name.toLowerCase()])
}

function joined(value: string | undefined): string {
  return value ? `${value},${loopback}` : loopback
}
