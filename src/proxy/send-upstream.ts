import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { type Readable } from 'node:stream'
import type { RawHeaders } from './forwarded-headers.ts'
import { ProxyError } from './proxy-error.ts'
import type { Destination } from './routes.ts'

/** What is sent to an upstream. */
export interface Outgoing {
  readonly destination: Destination
  readonly method: string
  readonly headers: RawHeaders
  /** Bytes, or a stream that is passed on as it comes. */
  readonly body: Buffer | Readable
  /** Called when all bytes have been sent, so that their buffer may be reused; never when the connection broke before. */
  readonly onSent?: () => void
  /** The client has gone. */
  readonly signal: AbortSignal
  /** How long nothing may come, in milliseconds. */
  readonly timeout: number
}

/** Connections are kept; a proxy that the environment demands (`HTTPS_PROXY`) is used where Node can (24.5). */
const agentOptions = { keepAlive: true, proxyEnv: process.env }
const clients: Readonly<Record<string, { module: typeof http | typeof https; agent: http.Agent }>> = {
  'http:': { module: http, agent: new http.Agent(agentOptions) },
  'https:': { module: https, agent: new https.Agent(agentOptions) },
}

/**
 * Sends a request and resolves with the answer as soon as its head is there; redirects are the client's own business.
 *
 * @throws {ProxyError} `upstream_unreachable`, `upstream_timeout`
 */
export function sendUpstream(outgoing: Outgoing): Promise<IncomingMessage> {
  const { destination, method, headers, body, onSent, signal, timeout } = outgoing
  const { target, path } = destination
  const { module, agent } = clients[target.protocol]!
  return new Promise((resolve, reject) => {
    const request = module.request({
      protocol: target.protocol,
      hostname: target.hostname.replace(/^\[|\]$/g, ''),
      port: target.port,
      method,
      path,
      headers: ['Host', target.host, ...headers],
      agent,
    })
    // Node's own `signal` watches both streams of each request for their ends.
    if (signal.aborted) request.destroy()
    else signal.addEventListener('abort', () => request.destroy(), { once: true })
    let failure: ProxyError | undefined
    request.setTimeout(timeout, () => {
      failure = new ProxyError('upstream_timeout', `nothing came from ${target.host} for ${timeout} ms`)
      request.destroy(failure)
    })
    request.on('response', resolve)
    request.on('error', (error: NodeJS.ErrnoException) => {
      const why = error.code ?? 'connection failed'
      reject(failure ?? new ProxyError('upstream_unreachable', `cannot reach ${target.host} (${why})`, error))
    })
    if (Buffer.isBuffer(body)) request.end(body, onSent)
    else body.on('error', () => request.destroy()).pipe(request)
  })
}
