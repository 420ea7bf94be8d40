import type { CommandSpec } from './command.ts'
import { plainExits } from './plain-exits.ts'

/** The command that serves MCP. */
export const mcpCommandSpec: CommandSpec = {
  name: 'mcp',
  summary: 'Serve the doctor, live sessions and agent state over MCP',
  about: `On standard input and output, or over Streamable HTTP with --http. The current revision (2026-07-28) and clients of 2025 are
served. Addresses other than loopback need a token in SESSION_RECOVERY_MCP_TOKEN.`,
  exits: plainExits,
  finishes: true,
  positionals: [],
  options: {
    http: { type: 'string', value: 'PORT', help: 'Serve HTTP at /mcp on this port (0: a free one)' },
    host: { type: 'string', value: 'ADDRESS', help: 'Address to bind to (default 127.0.0.1)' },
    store: {
      type: 'string',
      value: 'STORE',
      completes: 'file',
      help: 'Live sessions and state: a SQLite file, or postgres://...',
    },
    recordings: { type: 'string', value: 'DIR', completes: 'file', help: 'Folder of what the proxy recorded' },
    tools: { type: 'string', value: 'NAMES', help: 'Offer only these tools (comma-separated)' },
  },
  examples: [
    { line: 'session-recovery mcp', says: 'on stdio, for .mcp.json' },
    { line: 'session-recovery mcp --http 8790', says: 'for clients of this machine' },
  ],
  load: async () => (await import('../mcp.ts')).mcpCommand,
}
