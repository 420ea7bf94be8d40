import type { McpTool } from '../mcp-tool.ts'
import { auditTools } from './audit-tools.ts'
import { journalTools } from './journal-tools.ts'
import { presenceTools } from './presence-tools.ts'
import { sessionTools } from './session-tools.ts'
import { stateTools } from './state-tools.ts'

/** All tools, in the order in which they are listed. */
export const tools: readonly McpTool[] = [
  ...sessionTools,
  ...auditTools,
  ...presenceTools,
  ...stateTools,
  ...journalTools,
]

/** Names that a server may be limited to. */
export const toolNames: readonly ToolName[] = tools.map((tool) => tool.name as ToolName)

/** The tools of the MCP server, by the names that clients call. */
export type ToolName =
  | 'session_doctor'
  | 'session_explain'
  | 'session_repair'
  | 'session_undo'
  | 'session_extract'
  | 'session_audit'
  | 'session_list'
  | 'session_claim'
  | 'save_session_state'
  | 'load_session_state'
  | 'list_session_states'
  | 'clear_session_state'
  | 'proxy_session_recover'
