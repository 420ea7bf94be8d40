export { createEventStore } from './mcp/create-event-store.ts'
export { createMcpServer, type McpServerSettings } from './mcp/create-mcp-server.ts'
export {
  isSessionLost,
  type McpClientLike,
  McpSessionLostError,
  type ReconnectingClient,
  reconnectingClient,
} from './mcp/reconnecting-client.ts'
export { type McpHttpOptions, type McpHttpServer, serveMcpHttp } from './mcp/serve-mcp-http.ts'
export { createStateHandles, type HandleOptions, type ResolvedHandle, type StateHandles } from './mcp/state-handles.ts'
export type { ToolName } from './mcp/tools/index.ts'
