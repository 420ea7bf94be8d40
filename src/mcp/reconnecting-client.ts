import { checkArgument, optional } from '../errors/check-options.ts'
import { SessionRecoveryError } from '../errors/session-recovery-error.ts'

/** What is used of an MCP client, of either generation. */
export interface McpClientLike {
  close(): Promise<void>
}

/**
 * The server does not know the client's session any more. The call was not answered, and may have had its effect.
 *
 * @example
 * try { await client.use((connected) => connected.callTool(call)) }
 * catch (error) { if (McpSessionLostError.isInstance(error)) askWhetherItHappened(call) }
 */
export class McpSessionLostError extends SessionRecoveryError<'session_lost'> {
  static override readonly brand: string = 'McpSessionLostError'
}

/** A client that reconnects when its server has forgotten the session, and never repeats a call by itself (I16). */
export interface ReconnectingClient<Client extends McpClientLike> {
  /** Uses the client. A call that fails because the session is gone is thrown as {@link McpSessionLostError}, never repeated (I16). */
  use<Result>(work: (client: Client) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

const lost = /session (?:not found|id)|not initialized|unknown session|no valid session|mcp-session-id/i
/** The signs of that: HTTP 404 for a session, the code -32602 that some hosts send instead, a closed connection. */
const lostCodes: ReadonlySet<unknown> = new Set([404, 'ECONNREFUSED', 'ECONNRESET', 'ConnectionClosed', -32_000])

/**
 * Whether an error says that the server has forgotten the session, or is not there.
 *
 * @example
 * isSessionLost(new Error('fetch failed')) // true
 */
export function isSessionLost(error: unknown): boolean {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1) {
    const { code, status } = cause as { readonly code?: unknown; readonly status?: unknown }
    if (lost.test(cause.message) || lostCodes.has(code) || status === 404 || /fetch failed/.test(cause.message))
      return true
  }
  return false
}

/**
 * Keeps a client usable over restarts of its server: when the session is lost, the id is dropped and the next use connects and
 * initialises once. What was under way is told to the caller, who knows whether it may be asked again.
 *
 * @throws {OptionsError} for what is no function
 * @example
 * const tools = reconnectingClient(async () => {
 *   const client = new Client({ name: 'agent', version: '1' })
 *   await client.connect(new StreamableHTTPClientTransport(new URL(url)))
 *   return client
 * })
 * await tools.use((client) => client.callTool({ name: 'session_list', arguments: {} }))
 */
export function reconnectingClient<Client extends McpClientLike>(
  connect: () => Promise<Client>,
): ReconnectingClient<Client> {
  checkArgument('connect', connect, optional('function', 'a function that connects a client'))
  let current: Promise<Client> | undefined
  const drop = async (): Promise<void> => {
    const former = current
    current = undefined
    // A client whose server is gone may fail to say goodbye.
    await former?.then((client) => client.close()).catch(() => {})
  }
  return {
    async use(work) {
      current ??= connect()
      const mine = current
      let client: Client
      try {
        client = await mine
      } catch (cause) {
        // The next use tries to connect again.
        if (current === mine) current = undefined
        throw cause
      }
      try {
        return await work(client)
      } catch (cause) {
        if (!isSessionLost(cause)) throw cause
        if (current === mine) await drop()
        throw new McpSessionLostError(
          'session_lost',
          'The server has forgotten this session. The next call connects anew; this one may have had its effect: check before asking again.',
          { cause },
        )
      }
    },
    close: drop,
  }
}
