import type { AdapterOptions } from '../recovery/call-options.ts'
import type { RequestBody } from '../formats/format.ts'
import { OptionsError } from '../errors/options-error.ts'
import { routes, type Upstreams } from './routes.ts'

/** What the proxy did with a request. Holds nothing of its query, headers or body (I12). */
export interface ProxyEvent {
  readonly method: string
  /** Without the query: it may hold a key. */
  readonly path: string
  readonly upstream: string
  /** 0 when the client left before the answer began. */
  readonly status: number
  readonly milliseconds: number
  /** What went wrong, as a code. */
  readonly failure?: string
}

/** Options of the proxy, beside those that all adapters share. */
export interface ProxyOptions extends AdapterOptions<RequestBody> {
  /**
   * Base URLs as clients take them, by provider (`anthropic`, `openai`, `gemini`: its public API by default) or by any other
   * name, under which the proxy then serves it: `{ local: 'http://127.0.0.1:11434/v1' }` at `/local`.
   */
  readonly upstreams?: Readonly<Record<string, string>>
  /** A loopback address. Default `127.0.0.1`. */
  readonly host?: string
  /** Default 0: a free one. */
  readonly port?: number
  /** Origins of web pages that may use the proxy (`http://localhost:3000`). Default: none. */
  readonly origins?: readonly string[]
  /**
   * How many JSON objects a request may hold, default 200,000, and how long it may be when it is unpacked (`maxBody`): a larger
   * one passes unchecked, so that no request holds up all others.
   */
  readonly maxObjects?: number
  /** The longest request that is checked, in bytes, default 64 MiB; a longer one is answered with 413. Others are not limited. */
  readonly maxBody?: number
  /** How long nothing may come from the upstream, in milliseconds. Default 10 minutes. */
  readonly timeout?: number
  /** How long a stop waits for calls that are under way, in milliseconds. Default 10 seconds. */
  readonly grace?: number
  readonly onEvent?: (event: ProxyEvent) => void
}

export interface ResolvedProxyOptions {
  readonly upstreams: Upstreams
  readonly host: string
  readonly port: number
  readonly origins: ReadonlySet<string>
  readonly maxObjects: number
  readonly maxBody: number
  readonly timeout: number
  readonly grace: number
  readonly onEvent: (event: ProxyEvent) => void
}

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * Fills in the defaults.
 *
 * @throws {OptionsError} names the option and what it takes
 */
export function resolveProxyOptions(options: ProxyOptions): ResolvedProxyOptions {
  const { host = '127.0.0.1' } = options
  if (!loopback.has(host)) {
    throw new OptionsError(
      `Invalid option host: ${host}. The proxy binds to loopback only: ${[...loopback].join(', ')}.`,
    )
  }
  const defaults = Object.fromEntries(routes.map(({ name, upstream }) => [name, upstream]))
  const upstreams = Object.entries({ ...defaults, ...options.upstreams })
  return {
    upstreams: new Map(upstreams.map(([name, value]) => [name, upstreamURL(name, value)])),
    host,
    port: wholeNumber('port', options.port ?? 0),
    origins: new Set((options.origins ?? []).map(originOf)),
    maxObjects: wholeNumber('maxObjects', options.maxObjects ?? 200_000),
    maxBody: wholeNumber('maxBody', options.maxBody ?? 64 * 1024 * 1024),
    timeout: wholeNumber('timeout', options.timeout ?? 600_000),
    grace: wholeNumber('grace', options.grace ?? 10_000),
    onEvent: options.onEvent ?? (() => {}),
  }
}

function upstreamURL(name: string, value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : null
  const takes = 'It takes an http or https URL without credentials and query.'
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search) {
    throw new OptionsError(`Invalid upstream of ${name}. ${takes}`)
  }
  return url
}

function originOf(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : null
  if (url === null || url.origin !== value) {
    throw new OptionsError(`Invalid origin ${value}. It takes scheme, host and port alone: http://localhost:3000.`)
  }
  return value
}

function wholeNumber(name: string, value: number): number {
  if (Number.isInteger(value) && value >= 0) return value
  throw new OptionsError(`Invalid option ${name}: ${value}. It takes a whole number from 0.`)
}
