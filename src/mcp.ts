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
export {
  createTaskStore,
  type DurableTaskStore,
  type InterruptedTask,
  type TaskStoreOptions,
} from './mcp/tasks/create-task-store.ts'
export { TaskError, type TaskErrorCode } from './mcp/tasks/task-error.ts'
export type { ToolName } from './mcp/tools/index.ts'
