import type { Fields } from '../plain.ts'

/** Sets of fields that only one item type has, also nested ones, and a pattern for the id where the fields alone do not settle the type. */
const rows: readonly (readonly [type: string, fields: readonly string[], id?: RegExp])[] = [
  ['mcp_approval_request', ['arguments', 'name', 'server_label'], /^mcpr_/],
  ['mcp_call', ['arguments', 'name', 'server_label'], /^mcp_/],
  ['mcp_list_tools', ['server_label', 'tools']],
  ['function_call', ['call_id', 'name', 'arguments']],
  ['custom_tool_call', ['call_id', 'name', 'input']],
  ['shell_call', ['call_id', 'action.commands']],
  ['local_shell_call', ['call_id', 'action.command']],
  ['apply_patch_call', ['call_id', 'operation']],
  ['tool_search_call', ['execution', 'arguments']],
  ['tool_search_output', ['execution', 'tools']],
  ['shell_call_output', ['call_id', 'output.0.outcome']],
  ['computer_call_output', ['call_id', 'output.image_url']],
  ['function_call_output', ['call_id', 'output']],
  ['reasoning', ['summary']],
  ['reasoning', ['encrypted_content'], /^rs_/],
  ['compaction', ['encrypted_content'], /^cmp_/],
  ['mcp_approval_response', ['approval_request_id', 'approve']],
  ['code_interpreter_call', ['container_id']],
  ['computer_call', ['call_id', 'pending_safety_checks']],
  ['file_search_call', ['queries']],
  ['web_search_call', ['action'], /^ws_/],
  ['image_generation_call', ['result'], /^ig_/],
  // For items that also lost another field.
  ['function_call', ['call_id', 'name'], /^fc_/],
  ['custom_tool_call', ['call_id', 'name'], /^ctc_/],
  ['computer_call', ['action'], /^cu_/],
  ['local_shell_call', ['action'], /^lsh_/],
]

/** The rows with each path split into its fields. */
const tests = rows.map(([type, fields, id]) => ({ type, paths: fields.map((path) => path.split('.')), id }))

/** The first fields of all rows: nearly every item without a type is a message, and has none of these. */
const tellers: ReadonlySet<string> = new Set(tests.map(({ paths }) => paths[0]![0]!))

/**
 * The lost type of an item, recognised by fields of that type alone, so that calls, outputs and reasoning need not be removed (I4). A
 * database may return null for the type, and the API reads an untyped item as a message.
 */
export function typeByFields(raw: Fields): string | undefined {
  if (hasTeller(raw)) {
    const row = tests.find(
      ({ id, paths }) => paths.every((path) => isGiven(raw, path)) && (id === undefined || id.test(String(raw['id']))),
    )
    if (row !== undefined) return row.type
  }
  const isPointer =
    typeof raw['id'] === 'string' && Object.keys(raw).every((field) => field === 'id' || field === 'type')
  return isPointer ? 'item_reference' : undefined
}

function hasTeller(raw: Fields): boolean {
  for (const field in raw) if (tellers.has(field)) return true
  return false
}

function isGiven(raw: Fields, path: readonly string[]): boolean {
  let value: unknown = raw
  for (const field of path) value = typeof value === 'object' && value !== null ? (value as Fields)[field] : undefined
  return value !== undefined && value !== null
}
