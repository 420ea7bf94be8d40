/** The fields in which items of one type keep what all calls and results have. */
export interface ItemFields {
  /** The field that pairs a call with its result. */
  readonly callId: string
  /** The field of a call's input, or of a result's output. */
  readonly payload: string
  /** The name of a built-in tool, whose calls carry none. */
  readonly builtIn?: string
}

const fields: Readonly<Record<string, ItemFields>> = {
  function_call: { callId: 'call_id', payload: 'arguments' },
  function_call_output: { callId: 'call_id', payload: 'output' },
  custom_tool_call: { callId: 'call_id', payload: 'input' },
  custom_tool_call_output: { callId: 'call_id', payload: 'output' },
  local_shell_call: { callId: 'call_id', payload: 'action', builtIn: 'local_shell' },
  local_shell_call_output: { callId: 'call_id', payload: 'output' },
  shell_call: { callId: 'call_id', payload: 'action', builtIn: 'shell' },
  shell_call_output: { callId: 'call_id', payload: 'output' },
  apply_patch_call: { callId: 'call_id', payload: 'operation', builtIn: 'apply_patch' },
  apply_patch_call_output: { callId: 'call_id', payload: 'output' },
  computer_call: { callId: 'call_id', payload: 'action', builtIn: 'computer' },
  computer_call_output: { callId: 'call_id', payload: 'output' },
  tool_search_call: { callId: 'call_id', payload: 'arguments', builtIn: 'tool_search' },
  tool_search_output: { callId: 'call_id', payload: 'tools' },
  mcp_approval_request: { callId: 'id', payload: 'arguments', builtIn: 'mcp_approval' },
  mcp_approval_response: { callId: 'approval_request_id', payload: 'reason' },
}

const unknown: ItemFields = { callId: 'call_id', payload: 'output' }

/** The fields of an item. The SDK's `local_shell_call_output` names its call in `id`, the documentation in `call_id`. */
export function fieldsOf(type: string, raw: Readonly<Record<string, unknown>>): ItemFields {
  if (type === 'local_shell_call_output' && raw['call_id'] === undefined) return { callId: 'id', payload: 'output' }
  return fields[type] ?? unknown
}
