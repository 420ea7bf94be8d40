import { dirname, join } from 'node:path'
import { makeFolders } from '../files/make-folders.ts'
import { createMcpServer, type McpServerSettings } from '../mcp/create-mcp-server.ts'
import { messageLines } from '../mcp/message-lines.ts'
import type { ToolName } from '../mcp/tools/index.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { openServingStore, openStore } from './store/open-store.ts'
import type { CliContext } from './cli-context.ts'
import { exitCode, type ExitCode } from './exit-code.ts'
import { parsePort } from './parse-port.ts'
import { untilStopped } from './proxy/stop-signals.ts'
import type { Invocation } from './table/command.ts'

/** `session-recovery mcp`: serves MCP on standard input and output, or over HTTP. Nothing else is ever written to stdout. */
export async function mcpCommand({ options }: Invocation, context: CliContext): Promise<ExitCode> {
  const { env, home } = context
  const http = options.text('http')
  const port = http === undefined ? undefined : parsePort(http, 'http')
  const file = join(env['XDG_STATE_HOME'] || join(home, '.local/state'), 'session-recovery', 'mcp.db')
  const named = options.text('store')
  if (named === undefined) makeFolders(dirname(file))
  // The default store is opened only when it is needed.
  const store = await (named === undefined ? openStore(file) : openServingStore(named))
  try {
    await serve(store, port, options, context)
  } finally {
    await store.close()
  }
  return exitCode.healthy
}

async function serve(
  store: SessionStore,
  port: number | undefined,
  options: Invocation['options'],
  { env, home, cwd, output }: CliContext,
): Promise<void> {
  const recordings = options.text('recordings')
  const tools = options.text('tools')?.split(',')
  const settings: McpServerSettings = {
    store,
    home,
    cwd,
    env,
    ...(recordings !== undefined && { recordings }),
    ...(tools && { tools: tools as ToolName[] }),
  }
  const create = (): ReturnType<typeof createMcpServer> => createMcpServer(settings)
  // Invalid options are reported before a client waits for an answer.
  create()
  const stopped = untilStopped()
  if (port === undefined) {
    const { serveStdio, StdioServerTransport } = await import('@modelcontextprotocol/server/stdio')
    const lines = messageLines(({ id, code, message }) => {
      process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } })}\n`)
      output.talk(message)
    })
    const transport = new StdioServerTransport(process.stdin.pipe(lines), process.stdout, { maxBufferSize: Infinity })
    const server = serveStdio(create, { transport, onerror: (error) => output.talk(error.message) })
    const ended = new Promise<void>((resolve) => {
      process.stdin.once('end', resolve).once('close', resolve)
      // A client that has gone without a word.
      process.stdout.once('error', () => resolve())
    })
    await Promise.race([stopped, ended])
    await server.close()
    // While it flows, the process lives.
    process.stdin.unpipe(lines).pause()
  } else {
    const { serveMcpHttp } = await import('../mcp/serve-mcp-http.ts')
    const token = env['SESSION_RECOVERY_MCP_TOKEN']
    const host = options.text('host')
    const server = await serveMcpHttp(create, {
      port,
      ...(host !== undefined && { host }),
      ...(token && { token }),
      onError: (error) => output.talk(error.message),
    })
    await output.line(server.url)
    output.talk(`Serving MCP at ${server.url}. Ctrl-C ends it.`)
    await stopped
    await server.close()
  }
}
