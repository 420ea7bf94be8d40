/** The type of a field; `?` may be absent or null. */
export type FieldType = 'string' | 'list' | 'object' | 'boolean' | 'any' | 'output'

export type ItemRow = {
  required: Record<string, FieldType>
  optional: readonly string[]
  /** The prefix of its id; undefined when none is known. */
  prefix?: string
}

const row = (required: Record<string, FieldType>, optional: string, prefix?: string): ItemRow => ({
  required,
  optional: ['type', 'id', ...optional.split(' ').filter(Boolean)],
  ...(prefix !== undefined && { prefix }),
})

/** Fields of each item type, from `ResponseInputItem` of openai 7.55; messages are judged on their own. */
export const itemTable: Readonly<Record<string, ItemRow>> = {
  additional_tools: row({ role: 'string', tools: 'list' }, ''),
  agent_message: row({}, 'agent content role status'),
  apply_patch_call: row({ call_id: 'string', operation: 'object', status: 'string' }, 'caller'),
  apply_patch_call_output: row({ call_id: 'string', status: 'string' }, 'caller output'),
  // The SDK requires the id of more types; for this one the API was seen to.
  code_interpreter_call: row({ id: 'string', container_id: 'string' }, 'code outputs status', 'ci'),
  compaction: row({ encrypted_content: 'string' }, ''),
  compaction_trigger: row({}, ''),
  computer_call: row({ id: 'string', call_id: 'string' }, 'pending_safety_checks status action actions', 'cu'),
  computer_call_output: row({ call_id: 'string', output: 'object' }, 'acknowledged_safety_checks status'),
  configuration_update: row({}, 'reasoning text'),
  custom_tool_call: row({ call_id: 'string', name: 'string', input: 'string' }, 'async caller namespace status', 'ctc'),
  custom_tool_call_output: row({ call_id: 'string', output: 'output' }, 'caller status', 'ctc'),
  file_search_call: row({ id: 'string', queries: 'list' }, 'status results', 'fs'),
  function_call: row({ arguments: 'string', call_id: 'string', name: 'string' }, 'async caller namespace status', 'fc'),
  function_call_output: row({ call_id: 'string', output: 'output' }, 'caller name namespace status', 'fc'),
  image_generation_call: row(
    { id: 'string' },
    'result status action background error output_format quality revised_prompt size svg_usage',
    'ig',
  ),
  item_reference: row({ id: 'string' }, ''),
  local_shell_call: row({ call_id: 'string', action: 'object' }, 'status'),
  local_shell_call_output: row({ output: 'string' }, 'call_id status'),
  mcp_approval_request: row({ id: 'string', arguments: 'string', name: 'string', server_label: 'string' }, '', 'mcpr'),
  mcp_approval_response: row({ approval_request_id: 'string', approve: 'boolean' }, 'reason'),
  mcp_call: row(
    { id: 'string', arguments: 'string', name: 'string', server_label: 'string' },
    'approval_request_id error output status',
    'mcp',
  ),
  mcp_list_tools: row({ id: 'string', server_label: 'string', tools: 'list' }, 'error', 'mcpl'),
  multi_agent_call: row({}, 'action arguments call_id name status'),
  multi_agent_call_output: row({}, 'call_id output status'),
  program: row({ call_id: 'string', code: 'string' }, 'fingerprint'),
  program_output: row({ call_id: 'string', result: 'string' }, 'status'),
  reasoning: row({ summary: 'list' }, 'content encrypted_content status', 'rs'),
  shell_call: row({ call_id: 'string', action: 'object' }, 'caller environment status'),
  shell_call_output: row({ call_id: 'string', output: 'list' }, 'caller max_output_length status'),
  tool_search_call: row({ arguments: 'any' }, 'call_id execution status'),
  tool_search_output: row({ tools: 'list' }, 'call_id execution status'),
  web_search_call: row({}, 'action status', 'ws'),
}

/** Every item type, as the API lists them in its refusal of an unknown one. */
export const itemTypes: readonly string[] = [...Object.keys(itemTable), 'message'].toSorted()

/** The output types that answer each kind of call. Codex answers a local shell call with a function output. */
export const answeredBy: Readonly<Record<string, readonly string[]>> = {
  function_call: ['function_call_output'],
  custom_tool_call: ['custom_tool_call_output'],
  local_shell_call: ['local_shell_call_output', 'function_call_output'],
  shell_call: ['shell_call_output'],
  apply_patch_call: ['apply_patch_call_output'],
  computer_call: ['computer_call_output'],
  tool_search_call: ['tool_search_output'],
  mcp_approval_request: ['mcp_approval_response'],
}

/** The API's name of a kind of call in its sentences. */
export const kindName = (type: string): string =>
  type
    .replace(/_call_output$|_output$|_response$|_request$/, '')
    .replace(/_call$/, '')
    .replaceAll('_', ' ')
