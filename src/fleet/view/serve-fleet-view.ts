import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { checkOptions, having, optional, required, someText } from '../../errors/check-options.ts'
import { OptionsError } from '../../errors/options-error.ts'
import { hostRule } from '../../errors/host-rule.ts'
import { portRule } from '../../errors/port-rule.ts'
import { tell } from '../../recovery/tell.ts'
import { storeRule } from '../../storage/store-rule.ts'
import type { FleetProducer } from '../create-fleet.ts'
import { FleetError } from '../fleet-error.ts'
import type { FleetStore } from '../fleet-options.ts'
import { fleetOverview } from './fleet-overview.ts'
import { fleetPage } from './fleet-page.ts'

/** Where people look at a fleet, and what they may do there. */
export interface FleetViewOptions {
  /** The store of the nodes that are shown. */
  readonly store: FleetStore
  /** 0: a free one. */
  readonly port: number
  /** Default 127.0.0.1. Anything but loopback needs a token. */
  readonly host?: string
  /** With it, and only with it, more than reading is allowed; sent as `Authorization: Bearer`, or as the password of HTTP Basic. */
  readonly token?: string
  /** Tries parked turns again. Without it the view only reads. */
  readonly producer?: Pick<FleetProducer, 'retry'>
  /** Told what the store said when a page could not be made; whoever asked for it sees a 500. */
  readonly onError?: (cause: unknown) => void
}

const rules = {
  store: storeRule,
  port: required(portRule),
  host: hostRule,
  token: someText(),
  producer: having<Pick<FleetProducer, 'retry'>>('a fleet, or its `producer`', 'retry'),
  onError: optional<(cause: unknown) => void>('function'),
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost'])

/** A form of two ids is never longer. */
const MAX_BODY = 64 * 1024

interface Answer {
  readonly status: number
  readonly body: string
  readonly headers?: Readonly<Record<string, string>>
}

const plain = (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Answer => ({
  status,
  body: `${body}\n`,
  headers: { 'content-type': 'text/plain; charset=utf-8', ...headers },
})

/**
 * A page about the fleet, and the same as JSON at `/overview`. Host and Origin are checked, so that no page of the web that is open
 * in the same browser can ask for it.
 *
 * @throws OptionsError, also for a host beyond loopback without a token
 * @example
 * const { url, close } = await serveFleetView({ store, port: 8080 })
 */
export async function serveFleetView(
  options: FleetViewOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const { host, token, port } = checkOptions(options, rules)
  if (!LOOPBACK.has(host) && token === undefined) throw new OptionsError('A host beyond loopback needs a `token`.')
  const server = createServer((request, response) => {
    answer(request, options).then(
      (reply) => send(response, reply),
      (cause: unknown) => {
        tell(options.onError, cause)
        send(response, plain(500, 'The store cannot be read.'))
      },
    )
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const bound = typeof address === 'object' && address !== null ? address.port : port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(request: IncomingMessage, options: FleetViewOptions): Promise<Answer> {
  const { store, token, producer, host = '127.0.0.1' } = options
  const { method = '', url = '/' } = request
  if (!isOurHost(request.headers.host, host)) return plain(421, 'This name is not served here.')
  const { origin } = request.headers
  if (origin !== undefined && URL.parse(origin)?.host !== request.headers.host)
    return plain(403, 'Requests of other pages are refused.')
  const isAllowed = token !== undefined && hasToken(request.headers.authorization, token)
  const demand = plain(401, 'A token is needed.', { 'www-authenticate': 'Basic realm="fleet", charset="UTF-8"' })
  if (!LOOPBACK.has(host) && !isAllowed) return demand
  const path = url.split('?')[0]
  if (method === 'POST' && path === '/retry') {
    if (producer === undefined || token === undefined) return plain(405, 'This view only reads.', { allow: 'GET' })
    return isAllowed ? retry(request, producer) : demand
  }
  if (method !== 'GET' && method !== 'HEAD') return plain(405, 'This view only reads.', { allow: 'GET' })
  if (path === '/overview') {
    const body = JSON.stringify(await fleetOverview(store))
    return { status: 200, body, headers: { 'content-type': 'application/json' } }
  }
  // The browser asks for the password once, and sends it from then on.
  if (path === '/login') return isAllowed ? plain(303, 'Welcome.', { location: '/' }) : demand
  if (path !== '/') return plain(404, 'There is nothing here.')
  const nonce = randomBytes(16).toString('base64')
  const page = fleetPage(await fleetOverview(store), { nonce, mayRetry: isAllowed && producer !== undefined })
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`
  return {
    status: 200,
    body: page,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  }
}

async function retry(request: IncomingMessage, producer: Pick<FleetProducer, 'retry'>): Promise<Answer> {
  // A form of another site has no Origin of ours; programs send none and show their token in a header that forms cannot set.
  const isForm = request.headers.authorization?.startsWith('Basic') === true
  if (isForm && request.headers.origin === undefined) return plain(403, 'Requests of other pages are refused.')
  let body = ''
  for await (const chunk of request) {
    body += String(chunk)
    if (body.length > MAX_BODY) return plain(413, 'Too long.')
  }
  const form = new URLSearchParams(body)
  const [session, turn] = [form.get('session'), form.get('turn')]
  if (session === null || turn === null) return plain(400, 'Send `session` and `turn`.')
  try {
    await producer.retry(session, turn)
  } catch (error) {
    if (FleetError.isInstance(error)) return plain(409, error.message)
    throw error
  }
  return plain(303, 'It will be tried again.', { location: '/' })
}

/** Another name that leads here is how a page of the web would get around its origin. */
function isOurHost(header: string | undefined, host: string): boolean {
  const name = URL.parse(`http://${header ?? ''}`)?.hostname.replaceAll(/[[\]]/g, '')
  return name !== undefined && (LOOPBACK.has(host) ? LOOPBACK.has(name) : true)
}

function hasToken(header: string | undefined, token: string): boolean {
  const [scheme = '', given = ''] = (header ?? '').split(' ')
  const shown =
    scheme === 'Basic'
      ? Buffer.from(given, 'base64')
          .toString()
          .replace(/[^:]*:/, '')
      : scheme === 'Bearer'
        ? given
        : ''
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(shown), digest(token))
}

function send(response: ServerResponse, { status, body, headers }: Answer): void {
  const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' }
  response.writeHead(status, { ...always, ...headers })
  response.end(body)
}
