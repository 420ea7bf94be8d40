import type { AdapterOptions } from '../recovery/calls/call-options.ts'
import type { RequestBody } from '../formats/format.ts'
import { clientSession } from './client-session.ts'
import type { RecoveryReport } from '../recovery/recovery-report.ts'
import { checkOptions, oneOf, optional, wholeNumber } from '../errors/check-options.ts'
import { longestTimer } from '../json/longest-timer.ts'
import { OptionsError } from '../errors/options-error.ts'
import { callRules } from '../recovery/calls/resolve-call-options.ts'
import type { Recorder } from './recording/create-recorder.ts'
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
  /** How long nothing may come from the upstream, in milliseconds; 0: no limit. Default 10 minutes. */
  readonly timeout?: number
  /** How long a stop waits for calls that are under way, in milliseconds. Default 10 seconds. */
  readonly grace?: number
  readonly onEvent?: (event: ProxyEvent) => void
  /** As in all adapters, and the id that the client itself uses for its session, where its request tells one. */
  readonly onRepair?: (report: RecoveryReport, clientSession?: string) => void
  /** Keeps every exchange: see `createRecorder`. It is closed with the proxy. */
  readonly recorder?: Recorder
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
  readonly recorder: Recorder | undefined
  /** What the proxy hands on to the recovery of calls. */
  readonly recovery: AdapterOptions<RequestBody>
}

/** The proxy binds to loopback only. */
const loopback: readonly string[] = ['127.0.0.1', '::1', 'localhost']

const rules = {
  ...callRules,
  upstreams: optional<ProxyOptions['upstreams']>('object', 'an object of base URLs'),
  host: { ...oneOf(loopback, '127.0.0.1'), takes: `a loopback address: ${loopback.join(', ')}` },
  port: wholeNumber(0, 0, 65_535),
  origins: optional<ProxyOptions['origins']>('object', 'a list of origins'),
  maxObjects: wholeNumber(0, 200_000),
  maxBody: wholeNumber(0, 64 * 1024 * 1024),
  timeout: wholeNumber(0, 600_000, longestTimer),
  grace: wholeNumber(0, 10_000, longestTimer),
  onEvent: optional<ProxyOptions['onEvent']>('function'),
  recorder: optional<Recorder>('object', 'a recorder'),
}

/**
 * Fills in the defaults.
 *
 * @throws {OptionsError} names the option and what it takes
 */
export function resolveProxyOptions(options: ProxyOptions): ResolvedProxyOptions {
  const { upstreams, origins, recorder, onEvent = () => {}, ...numbers } = checkOptions(options, rules)
  const defaults = Object.fromEntries(routes.map(({ name, upstream }) => [name, upstream]))
  const named = Object.entries({ ...defaults, ...upstreams })
  return {
    ...numbers,
    upstreams: new Map(named.map(([name, value]) => [name, upstreamURL(name, value)])),
    origins: new Set((origins ?? []).map(originOf)),
    onEvent,
    recorder,
    recovery: {
      ...Object.fromEntries(Object.entries(options).filter(([name]) => name in callRules)),
      ...(options.onRepair && { onRepair: (report) => options.onRepair?.(report, clientSession()) }),
    },
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
    // One with credentials among them (I12).
    throw new OptionsError('Invalid origin. It takes scheme, host and port alone: http://localhost:3000.')
  }
  return value
}
