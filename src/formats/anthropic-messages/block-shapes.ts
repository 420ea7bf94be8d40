import type { BlockKind } from '../../transcript/block-kind.ts'
import type { Role } from '../../transcript/role.ts'
import type { BlockShape, FieldCheck } from '../../transcript/block-shape.ts'

type Required = Readonly<Record<string, FieldCheck>>

const call: Required = { id: 'any', name: 'any', input: 'any' }
const result: Required = { tool_use_id: 'any', content: 'any' }
const assistant: readonly Role[] = ['assistant']
const user: readonly Role[] = ['user']
const system: readonly Role[] = ['system']
const conversation: readonly Role[] = ['user', 'assistant']

/**
 * Every content block of the newest SDK's stable and beta parameter types (@anthropic-ai/sdk 1.11): required fields, optional fields,
 * roles. Ids, names and inputs of calls have strategies of their own, so here they may be anything.
 */
const rows: readonly [
  type: string,
  BlockKind,
  Required,
  optional: string,
  roles: readonly Role[] | null,
  server?: true,
][] = [
  ['text', 'text', { text: 'string' }, 'cache_control citations', null],
  ['image', 'media', { source: 'object' }, 'cache_control transformations', user],
  ['document', 'media', { source: 'object' }, 'cache_control citations context title', user],
  [
    'search_result',
    'search_result',
    { content: 'array', source: 'string', title: 'string' },
    'cache_control citations',
    user,
  ],
  ['thinking', 'thinking', { thinking: 'any', signature: 'any' }, '', assistant],
  ['redacted_thinking', 'thinking', { data: 'any' }, '', assistant],
  ['tool_use', 'tool_call', call, 'cache_control caller toolset_name', assistant],
  ['tool_result', 'tool_result', { tool_use_id: 'any' }, 'cache_control content is_error toolset_name', user],
  ['server_tool_use', 'tool_call', call, 'cache_control caller', assistant, true],
  ['web_search_tool_result', 'tool_result', result, 'cache_control caller', assistant, true],
  ['web_fetch_tool_result', 'tool_result', result, 'cache_control caller', assistant, true],
  ['advisor_tool_result', 'tool_result', result, 'cache_control', assistant, true],
  ['code_execution_tool_result', 'tool_result', result, 'cache_control', assistant, true],
  ['bash_code_execution_tool_result', 'tool_result', result, 'cache_control', assistant, true],
  ['text_editor_code_execution_tool_result', 'tool_result', result, 'cache_control', assistant, true],
  ['tool_search_tool_result', 'tool_result', result, 'cache_control', assistant, true],
  ['mcp_tool_use', 'tool_call', { ...call, server_name: 'string' }, 'cache_control', assistant, true],
  ['mcp_tool_result', 'tool_result', { tool_use_id: 'any' }, 'cache_control content is_error', assistant, true],
  ['container_upload', 'other', { file_id: 'string' }, 'cache_control', conversation],
  ['compaction', 'compaction', {}, 'cache_control content encrypted_content signature tool_changes', conversation],
  ['tool_addition', 'reference', { tool: 'object' }, 'cache_control', system],
  ['tool_removal', 'reference', { tool: 'object' }, 'cache_control', system],
  ['mcp_tool_listing', 'other', { mcp_server_name: 'string', tools: 'array' }, '', assistant],
  ['fallback', 'other', { from: 'object', to: 'object' }, 'trigger', assistant],
]

/** The block types of the Messages API by their `type`. */
export const blockShapes: ReadonlyMap<string, BlockShape> = new Map(
  rows.map(([type, kind, required, optional, roles, server]) => [
    type,
    {
      type,
      kind,
      required: Object.entries(required),
      fields: new Set(['type', ...Object.keys(required), ...optional.split(' ').filter(Boolean)]),
      roles,
      server: server === true,
      ...(type.startsWith('mcp_') && { clientId: true }),
    },
  ]),
)

/** The result type that answers each server tool; an error inside has the type `<type>_error`. */
export const serverResultTypes: Readonly<Record<string, string>> = {
  web_search: 'web_search_tool_result',
  web_fetch: 'web_fetch_tool_result',
  advisor: 'advisor_tool_result',
  code_execution: 'code_execution_tool_result',
  bash_code_execution: 'bash_code_execution_tool_result',
  text_editor_code_execution: 'text_editor_code_execution_tool_result',
  tool_search_tool_regex: 'tool_search_tool_result',
  tool_search_tool_bm25: 'tool_search_tool_result',
}
