import { join } from 'node:path'
import { type CallToolResult, McpServer } from '@modelcontextprotocol/server'
import { describeError } from '../doctor/describe-error.ts'
import { version } from '../doctor/version.ts'
import { checkOptions, listOf, optional, someText } from '../errors/check-options.ts'
import { SessionRecoveryError } from '../errors/session-recovery-error.ts'
import { homeFolder } from '../files/home-folder.ts'
import { createSessionRegistry } from '../presence/create-session-registry.ts'
import { createMemoryStore } from '../storage/memory/create-memory-store.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { anyStore } from '../storage/store-rule.ts'
import type { McpContext, McpTool, ToolAnswer } from './mcp-tool.ts'
import { createStateHandles } from './state-handles.ts'
import { toolNames, type ToolName, tools } from './tools/index.ts'

/** What the server looks at and which tools it offers. Paths are absolute, or from `cwd`. */
export interface McpServerSettings {
  /** Where live sessions and state are kept. Default: in memory, until the server ends. */
  readonly store?: SessionStore
  /** Folder whose agent sessions are looked at. Default: the user's home. */
  readonly home?: string
  /** Folder that relative paths begin at. Default `process.cwd()`. */
  readonly cwd?: string
  /** Where the folders of agent programs are named (`CLAUDE_CONFIG_DIR`, `CODEX_HOME`...). Default `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>
  /** Folder of what `session-recovery proxy --record` wrote. Default `.session-recovery/recordings` in `cwd`. */
  readonly recordings?: string
  /** Which tools are offered. Default: all. */
  readonly tools?: readonly ToolName[]
  /** Epoch ms; default `Date.now`. */
  readonly now?: () => number
}

const rules = {
  store: anyStore,
  home: someText('a folder'),
  cwd: someText('a folder'),
  env: optional<NonNullable<McpServerSettings['env']>>('object'),
  recordings: someText('a folder'),
  tools: listOf(toolNames),
  now: optional<() => number>('function'),
}

/**
 * A server of the Model Context Protocol (revision 2026-07-28, and 2025-era clients) over the doctor, the registry of live
 * sessions and the store. It keeps no protocol session: what lives between calls lives under an explicit handle. The same
 * settings, and one store, serve many servers: one per connection or request.
 *
 * @throws {OptionsError} when an option does not fit, and for a tool that does not exist
 * @example
 * import { serveStdio } from '@modelcontextprotocol/server/stdio'
 * const store = createSqliteStore('sessions.db')
 * serveStdio(() => createMcpServer({ store }))
 */
export function createMcpServer(settings: McpServerSettings = {}): McpServer {
  const checked = checkOptions(settings, rules)
  const { store = createMemoryStore(), now = Date.now, cwd = process.cwd(), env = process.env } = checked
  const { home = homeFolder(env), recordings = join(cwd, '.session-recovery', 'recordings'), tools: offered } = checked
  const context: McpContext = {
    environment: { home, env, now },
    cwd,
    store,
    registry: createSessionRegistry(store, checked.now === undefined ? {} : { now }),
    handles: createStateHandles(store, { now }),
    recordings,
    handle: undefined,
  }
  const server = new McpServer({ name: 'session-recovery', version })
  for (const tool of tools) {
    if (offered?.includes(tool.name as ToolName) === false) continue
    register(server, tool, context)
  }
  return server
}

function register(server: McpServer, tool: McpTool, context: McpContext): void {
  const { name, title, description, input, hints } = tool
  server.registerTool(
    name,
    { title, description, inputSchema: input, annotations: { title, ...hints } },
    async (args) => {
      try {
        return resultOf(await tool.run(args, context))
      } catch (cause) {
        return failureOf(cause)
      }
    },
  )
}

function resultOf({ text, data, more }: ToolAnswer): CallToolResult {
  return {
    content: [{ type: 'text', text: more === undefined ? text : `${text}\nMore: ${more}` }],
    structuredContent: { ...data, ...(more !== undefined && { more }) },
  }
}

/** An error is a result that the model can act on: what happened, and what to do. */
function failureOf(cause: unknown): CallToolResult {
  const described = describeError(cause)
  const code = described?.code ?? (SessionRecoveryError.isInstance(cause) ? cause.code : 'failed')
  const message = described?.message ?? (cause instanceof Error ? cause.message : 'The tool failed.')
  const error = { code, message, ...(described && { remedy: described.remedy }) }
  return {
    isError: true,
    content: [{ type: 'text', text: described ? `${message} ${described.remedy}` : message }],
    structuredContent: { status: 'error', error },
  }
}
