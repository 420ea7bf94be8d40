const rows: Readonly<Record<string, string>> = {
  message: 'role content phase',
  reasoning: 'summary content encrypted_content',
  function_call: 'call_id name arguments namespace async caller',
  function_call_output: 'call_id output name namespace caller created_by',
  custom_tool_call: 'call_id name input namespace async caller',
  custom_tool_call_output: 'call_id output caller created_by',
  local_shell_call: 'call_id action',
  local_shell_call_output: 'call_id output',
  shell_call: 'call_id action environment caller created_by',
  shell_call_output: 'call_id output max_output_length caller created_by',
  apply_patch_call: 'call_id operation caller created_by',
  apply_patch_call_output: 'call_id output caller created_by',
  computer_call: 'call_id action actions pending_safety_checks',
  computer_call_output: 'call_id output acknowledged_safety_checks created_by',
  tool_search_call: 'call_id arguments execution created_by',
  tool_search_output: 'call_id tools execution created_by',
  mcp_approval_request: 'name arguments server_label',
  mcp_approval_response: 'approval_request_id approve reason',
  mcp_call: 'name arguments server_label approval_request_id output error',
  mcp_list_tools: 'server_label tools error',
  web_search_call: 'action results',
  file_search_call: 'queries results',
  code_interpreter_call: 'code container_id outputs',
  image_generation_call: 'result action background output_format quality revised_prompt size',
  compaction: 'encrypted_content created_by',
  input_text: 'text prompt_cache_breakpoint',
  input_image: 'detail file_id image_url prompt_cache_breakpoint',
  input_file: 'detail file_data file_id file_url filename prompt_cache_breakpoint',
  input_audio: 'input_audio',
  output_text: 'text annotations logprobs',
  refusal: 'refusal',
  summary_text: 'text',
  reasoning_text: 'text',
  computer_screenshot: 'file_id image_url',
  url_citation: 'url title start_index end_index',
  file_citation: 'file_id filename index',
  container_file_citation: 'container_id file_id filename start_index end_index',
  file_path: 'file_id index',
}

const known: ReadonlyMap<unknown, ReadonlySet<string>> = new Map(
  Object.entries(rows).map(([type, fields]) => [type, new Set(['type', 'id', 'status', ...fields.split(' ')])]),
)

/**
 * The fields of known items, parts and citations, as they are sent and as the API returns them (openai 7.55). The API knows more than the
 * SDK, so nothing is refused because of this table alone.
 */
export function fieldsOfType(type: unknown): ReadonlySet<string> | undefined {
  return known.get(type)
}
