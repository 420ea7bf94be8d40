export { createMcpServer, type McpServerSettings } from './mcp/create-mcp-server.ts'
export { type McpHttpOptions, type McpHttpServer, serveMcpHttp } from './mcp/serve-mcp-http.ts'
export type { ToolName } from './mcp/tools/index.ts'
export * from './mcp-parts.ts'
