import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { WireGuard } from '../adapters/wire/wire-guard.ts'
import { tell } from '../recovery/tell.ts'
import { BodyPool } from './body-pool.ts'
import { checkedPath } from './checked-path.ts'
import { runExchange } from './exchange.ts'
import { answerError, ProxyError } from './proxy-error.ts'
import { type ProxyOptions, resolveProxyOptions, type ResolvedProxyOptions } from './proxy-options.ts'
import type { ExchangeRecorder } from './recording/record-exchange.ts'
import { destinationOf } from './routes.ts'

/** A running proxy. */
export interface Proxy {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  readonly port: number
  /** Takes no new requests, waits for those under way (not longer than `grace`) and for the store. */
  close(): Promise<void>
}

/**
 * A gateway on loopback in front of the APIs of model providers: checks and repairs conversations in flight, sends a request
 * again that was refused for its structure, records exchanges, and passes everything else byte for byte. It forwards to the
 * configured upstreams and nowhere else, and keeps no header and no query: keys pass through.
 *
 * @throws {OptionsError} when an option does not fit
 * @example
 * const proxy = await createProxy({ store: createSqliteStore('sessions.db') })
 * process.env.ANTHROPIC_BASE_URL = `${proxy.url}/anthropic`
 */
export async function createProxy(options: ProxyOptions = {}): Promise<Proxy> {
  const resolved = resolveProxyOptions(options)
  const wire = new WireGuard(resolved.recovery)
  const bodies = new BodyPool()
  const running = new Set<Promise<void>>()
  const server = createServer((request, response) => {
    const served = serve(request, response, { wire, bodies }, resolved).finally(() => running.delete(served))
    running.add(served)
  })
  // Long uploads and slow models are normal here; idle upstreams are limited by `timeout`.
  server.requestTimeout = 0
  // Longer than clients keep an idle connection: if the proxy closed it first, the next request could reach a closed connection.
  server.keepAliveTimeout = 120_000
  server.on('upgrade', (_request, socket) =>
    refuse(socket, new ProxyError('upgrade_refused', 'WebSockets are not supported: use HTTP')),
  )
  server.on('connect', (_request, socket) =>
    refuse(socket, new ProxyError('tunnel_refused', 'this is no forward proxy: set it as the base URL')),
  )
  await listen(server, resolved)
  const { port } = server.address() as AddressInfo
  const host = resolved.host.includes(':') ? `[${resolved.host}]` : resolved.host
  return {
    url: `http://${host}:${port}`,
    port,
    close: async () => {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      const late = setTimeout(() => server.closeAllConnections(), resolved.grace)
      await Promise.all(running)
      // Clients keep their connections when the last answer is through.
      server.closeIdleConnections()
      await closed
      clearTimeout(late)
      await wire.settled()
      await resolved.recorder?.close()
    },
  }
}

async function serve(
  request: IncomingMessage,
  response: ServerResponse,
  { wire, bodies }: { readonly wire: WireGuard; readonly bodies: BodyPool },
  options: ResolvedProxyOptions,
): Promise<void> {
  const started = performance.now()
  const gone = new AbortController()
  response.on('close', () => {
    if (!response.writableFinished) gone.abort()
  })
  let upstream = ''
  let failure: string | undefined
  let recorder: ExchangeRecorder | undefined
  try {
    const url = checkedPath(request, options.origins)
    const destination = destinationOf(url, request.headers, options.upstreams)
    upstream = destination.target.origin
    const target = destination.target.origin + destination.path
    recorder = options.recorder?.begin(request.method!, target, request.rawHeaders)
    await runExchange({ request, response, destination, bodies, signal: gone.signal, recorder }, wire, options)
  } catch (cause) {
    const error = isDefect(cause) ? new ProxyError('proxy_failed', `a defect of its own (${cause.name})`, cause) : cause
    // Everything else is a connection that broke, on one side or the other: then the answer is cut as well.
    if (error instanceof ProxyError) answerError(response, error)
    else response.destroy()
    failure = gone.signal.aborted ? 'client_gone' : error instanceof ProxyError ? error.code : 'connection_broken'
  }
  recorder?.end(failure)
  tell(options.onEvent, {
    method: request.method!,
    path: request.url!.split('?', 1).join(''),
    upstream,
    status: response.headersSent ? response.statusCode : 0,
    milliseconds: performance.now() - started,
    ...(failure !== undefined && { failure }),
  })
}

/**
 * What no connection throws: told as itself, or it would be looked for in the network. What Node names by a code is none: so it
 * refuses to pass on what the other side has sent, as a status or a header that is illegal.
 */
function isDefect(cause: unknown): cause is Error {
  const isOfProgram = cause instanceof TypeError || cause instanceof RangeError || cause instanceof ReferenceError
  return isOfProgram && !('code' in cause)
}

function refuse(socket: Duplex, error: ProxyError): void {
  const { body } = error
  const head = [
    `HTTP/1.1 ${error.status} Refused`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.on('error', () => {})
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

function listen(server: Server, { host, port }: ResolvedProxyOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
}
