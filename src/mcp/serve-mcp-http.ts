import { createHash, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { McpServer } from '@modelcontextprotocol/server'
import { checkArgument, checkOptions, optional } from '../errors/check-options.ts'
import { OptionsError } from '../errors/options-error.ts'
import { hostRule } from '../errors/host-rule.ts'
import { portRule } from '../errors/port-rule.ts'

/** Where the server listens, and whom it lets in. */
export interface McpHttpOptions {
  /** Default 0: a free one. */
  readonly port?: number
  /** Default `127.0.0.1`. Any other address needs a `token`. */
  readonly host?: string
  /** Demanded as `Authorization: Bearer` of every request. */
  readonly token?: string
  /** Told of requests that failed and of what cannot be answered any more. Default: nobody is. */
  readonly onError?: (error: Error) => void
}

/** A running server. */
export interface McpHttpServer {
  readonly url: string
  readonly port: number
  close(): Promise<void>
}

const rules = {
  port: portRule,
  host: hostRule,
  token: optional<string>('string'),
  onError: optional<(error: Error) => void>('function'),
}

const createRule = optional<() => McpServer>('function', 'a function that makes a server')

const loopback: ReadonlySet<string> = new Set(['127.0.0.1', '::1', 'localhost'])

/**
 * Serves MCP over Streamable HTTP at `/mcp`: the current revision, and 2025-era clients statelessly. On loopback, for programs of
 * this machine only: a page of another origin and a foreign `Host` are refused, and any other address needs a bearer token.
 *
 * @throws {OptionsError} when an option does not fit, and for an address that is not loopback without a token
 * @example
 * const server = await serveMcpHttp(() => createMcpServer({ store }), { port: 8790 })
 */
export async function serveMcpHttp(create: () => McpServer, options: McpHttpOptions = {}): Promise<McpHttpServer> {
  checkArgument('create', create, createRule)
  const { host, port, token, onError } = checkOptions(options, rules)
  const isLocal = loopback.has(host)
  if (!isLocal && (token === undefined || token === '')) {
    throw new OptionsError(
      `Invalid option host: ${host}. An address that others can reach takes a token (SESSION_RECOVERY_MCP_TOKEN).`,
    )
  }
  const [{ localhostHostValidation, localhostOriginValidation, toNodeHandler }, { createMcpHandler }] =
    await Promise.all([import('@modelcontextprotocol/node'), import('@modelcontextprotocol/server')])
  const handler = toNodeHandler(createMcpHandler(create, { ...(onError && { onerror: onError }) }))
  const guards = isLocal ? [localhostHostValidation(), localhostOriginValidation()] : [localhostOriginValidation()]
  const server = createServer((request, response) => {
    if (!guards.every((guard) => guard(request, response))) return
    if (token !== undefined && !isBearer(request, token)) return refuse(response, 401, 'A bearer token is demanded.')
    // `//` and its like are no URL: they would end the process.
    if (URL.parse(request.url ?? '/', 'http://localhost')?.pathname !== '/mcp')
      return refuse(response, 404, 'MCP is at /mcp.')
    // Node's parser has filled in both on a server.
    void handler(request as IncomingMessage & { method: string; url: string }, response)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const bound = (server.address() as AddressInfo).port
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}/mcp`,
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function isBearer({ headers }: IncomingMessage, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(headers.authorization ?? ''), digest(`Bearer ${token}`))
}

function refuse(response: ServerResponse, status: number, message: string): void {
  const body = JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null })
  response.writeHead(status, { 'content-type': 'application/json', connection: 'close' }).end(body)
}
