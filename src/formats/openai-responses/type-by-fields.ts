/** Fields that together only items of one type have, and what the others of that type may be told by. */
const rows: readonly (readonly [type: string, fields: readonly string[], id?: RegExp])[] = [
  ['mcp_approval_request', ['arguments', 'name', 'server_label'], /^mcpr_/],
  ['mcp_call', ['arguments', 'name', 'server_label'], /^mcp_/],
  ['mcp_list_tools', ['server_label', 'tools']],
  ['function_call', ['call_id', 'name', 'arguments']],
  ['custom_tool_call', ['call_id', 'name', 'input']],
  ['function_call_output', ['call_id', 'output']],
  ['reasoning', ['summary']],
  ['compaction', ['encrypted_content'], /^cmp_/],
  ['mcp_approval_response', ['approval_request_id', 'approve']],
  ['code_interpreter_call', ['container_id', 'code']],
  ['computer_call', ['call_id', 'pending_safety_checks']],
  ['file_search_call', ['queries']],
]

/**
 * The type that an item has lost, by fields that no other item has: calls, outputs and reasoning do not go for want of it (I4). A
 * database gives null back for it, and the API reads nothing from null but a message.
 */
export function typeByFields(raw: Readonly<Record<string, unknown>>): string | undefined {
  const row = rows.find(
    ([, fields, id]) =>
      fields.every((field) => raw[field] !== undefined && raw[field] !== null) &&
      (id === undefined || id.test(String(raw['id']))),
  )
  if (row !== undefined) return row[0]
  const isPointer =
    typeof raw['id'] === 'string' && Object.keys(raw).every((field) => field === 'id' || field === 'type')
  return isPointer ? 'item_reference' : undefined
}
