import type { IncomingHttpHeaders } from 'node:http'

/** One provider behind the proxy. */
export interface Route {
  readonly name: RouteName
  /** What a client would be pointed at without the proxy. */
  readonly upstream: string
  /** What of a path belongs to the base URL: OpenAI's clients expect the version in it. */
  readonly base: string
  /** Tell a request of this provider that comes without the provider's name in front. */
  readonly path: RegExp
  readonly headers: readonly string[]
}

export type RouteName = 'anthropic' | 'gemini' | 'openai'

/** The providers, the most telling first; OpenAI's paths are everybody's, so it takes what is left. */
export const routes: readonly Route[] = [
  {
    name: 'anthropic',
    upstream: 'https://api.anthropic.com',
    base: '',
    path: /^\/v1\/(?:messages|complete)\b/,
    headers: ['anthropic-version', 'x-api-key'],
  },
  {
    name: 'gemini',
    upstream: 'https://generativelanguage.googleapis.com',
    base: '',
    path: /^\/(?:v1alpha|v1beta|v1beta1|upload)\//,
    headers: ['x-goog-api-key'],
  },
  { name: 'openai', upstream: 'https://api.openai.com/v1', base: '/v1', path: /^\//, headers: [] },
]

/** Where requests go: a base URL of the clients of each provider, and further ones by names of their own. */
export type Upstreams = ReadonlyMap<string, URL>

/** Where a request goes. `target` has the configured upstream's origin, whatever the request says. */
export interface Destination {
  readonly target: URL
  /** Path and query as they came, behind the upstream's own path: sent without being normalised. */
  readonly path: string
}

/**
 * The destination of a path that begins with the name of an upstream (`/openai/v1/responses`, or a further one), or is a
 * provider's own.
 */
export function destinationOf(url: string, headers: IncomingHttpHeaders, upstreams: Upstreams): Destination {
  const [, name = ''] = /^\/([\w.-]+)(?=[/?]|$)/.exec(url) ?? []
  const isNamed = upstreams.has(name)
  const rest = isNamed ? url.slice(name.length + 1) : url
  const route = isNamed
    ? routes.find((row) => row.name === name)
    : routes.find((row) => row.path.test(url) || row.headers.some((header) => header in headers))
  const target = upstreams.get(isNamed ? name : route!.name)!
  const base = route?.base ?? ''
  const inBase = rest.startsWith(base) && /^(?:[/?]|$)/.test(rest.slice(base.length))
  const path = inBase ? target.pathname.replace(/\/$/, '') + rest.slice(base.length) : rest
  return { target, path: path.startsWith('/') ? path : `/${path}` }
}

/** The base URL for clients of a provider, behind a proxy at `origin`. */
export function baseURLOf(name: string, origin: string): string {
  return `${origin}/${name}${routes.find((route) => route.name === name)?.base ?? ''}`
}
