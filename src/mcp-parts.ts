export { createEventStore } from './mcp/create-event-store.ts'
export {
  isSessionLost,
  type McpClientLike,
  McpSessionLostError,
  type ReconnectingClient,
  reconnectingClient,
} from './mcp/reconnecting-client.ts'
export { createStateHandles, type HandleOptions, type ResolvedHandle, type StateHandles } from './mcp/state-handles.ts'
export {
  createTaskStore,
  type DurableTaskStore,
  type InterruptedTask,
  type TaskStoreOptions,
} from './mcp/tasks/create-task-store.ts'
export { TaskError, type TaskErrorCode } from './mcp/tasks/task-error.ts'
