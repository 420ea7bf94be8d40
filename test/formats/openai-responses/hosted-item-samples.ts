export const format = 'openai-responses'
export const user: object = { role: 'user', content: 'a' }
export const dot = 'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'
export const cited: object = {
  type: 'url_citation',
  url: 'https://a.example',
  title: 'A',
  start_index: 0,
  end_index: 1,
}
export const said = (annotations: unknown): object => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: 'b', annotations }],
})
export const shot: object = {
  type: 'computer_call_output',
  call_id: 'c',
  output: { type: 'computer_screenshot', image_url: dot },
}
export const look: object = {
  type: 'computer_call',
  id: 'cu_1',
  call_id: 'c',
  status: 'completed',
  action: { type: 'screenshot' },
}
export const ran: object = { type: 'local_shell_call', id: 'lsh_1', call_id: 'c', status: 'completed' }
export const exec: object = { type: 'exec', command: ['ls'], env: {} }
export const gave: object = { type: 'function_call_output', call_id: 'c', output: 'r' }
export const fine: object = { stdout: 'r', stderr: '', outcome: { type: 'timeout' } }
export const shell: object = { type: 'shell_call', call_id: 'c', action: { commands: ['ls'] }, status: 'completed' }
export const printed = (entry: unknown): object => ({ type: 'shell_call_output', call_id: 'c', output: [entry] })
export const patch = (type: string): object => ({
  type: 'apply_patch_call',
  call_id: 'c',
  operation: { type, path: 'p', diff: 'd' },
  status: 'completed',
})
export const code: object = {
  type: 'code_interpreter_call',
  id: 'ci_1',
  container_id: 'cntr_1',
  code: 'x',
  status: 'completed',
}
export const fn: object = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' }
export const done: object = { type: 'apply_patch_call_output', call_id: 'c', status: 'completed' }
export const bytes = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk'
export const drawn: object = { type: 'image_generation_call', id: 'ig_1', status: 'completed' }
export const searched: object = { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['q'] }
export const listed: object = { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 'l' }
export const asked: object = { type: 'mcp_approval_request', name: 'w', server_label: 'l', arguments: '{}' }
