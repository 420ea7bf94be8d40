import { chatPair, inputIn } from '../../shared/foreign-tools.ts'
import { callIdOf, isCall, isOutput, ofType, onItem, type ResponsesCorruption } from './corruption.ts'

const ownCall = (input: readonly Record<string, unknown>[], output: Record<string, unknown>): number =>
  input.findIndex((item) => isCall(item) && item['call_id'] === callIdOf(output))

const hasOwnCall = (item: Record<string, unknown>, _at: number, input: readonly Record<string, unknown>[]): boolean =>
  isOutput(item) && ownCall(input, item) >= 0

/** Damage to the pairing of calls and outputs, of every kind. */
export const pairCorruptions: readonly ResponsesCorruption[] = [
  onItem('pair-of-another-api', 'content_block_invalid', ofType('function_call'), ({ at, input, item }) => {
    const result = input.findIndex(
      (other) => other['type'] === 'function_call_output' && other['call_id'] === item['call_id'],
    )
    // A reasoning item requires the call that follows it.
    if (result < 0 || input[at - 1]?.['type'] === 'reasoning') return false
    const { arguments: text, call_id: id, name } = item
    const pair = {
      id: String(id),
      name: String(name),
      input: inputIn(text),
      output: 'what the tool said',
    }
    input[at] = chatPair.call(pair)
    input[result] = chatPair.result(pair)
  }),
  onItem('drop-output', 'tool_result_missing', hasOwnCall, ({ at, input }) => void input.splice(at, 1)),
  onItem('drop-call', 'tool_result_orphan', isCall, ({ at, input, item }) => {
    // A reference before the output may stand for its call, which the transcript does not show.
    if (input.slice(0, at).some(ofType('item_reference'))) return false
    if (!input.some((other) => isOutput(other) && callIdOf(other) === item['call_id'])) return false
    input.splice(at, 1)
  }),
  onItem('duplicate-output', 'tool_result_duplicate', isOutput, ({ at, input, item }) => {
    input.splice(at + 1, 0, structuredClone(item))
  }),
  onItem(
    'duplicate-output-with-other-text',
    'tool_result_duplicate',
    ofType('function_call_output'),
    ({ input, item }) => {
      input.push({ ...item, output: 'a second answer' })
    },
  ),
  onItem('output-before-call', 'tool_result_misplaced', hasOwnCall, ({ at, input, item }) => {
    const call = ownCall(input, item)
    input.splice(at, 1)
    input.splice(call, 0, item)
  }),
  onItem('output-first', 'tool_result_misplaced', hasOwnCall, ({ at, input, item }) => {
    input.splice(at, 1)
    input.unshift(item)
  }),
  onItem('killed-after-call', 'tool_result_missing', isCall, ({ at, input }) => void input.splice(at + 1)),
  onItem('foreign-output-id', 'tool_result_orphan', hasOwnCall, ({ input, item, at }) => {
    if (input.slice(0, at).some(ofType('item_reference'))) return false
    if (item['call_id'] === undefined) item['id'] = 'call_neverSeen'
    else item['call_id'] = 'call_neverSeen'
  }),
  onItem('output-of-another-kind', 'tool_result_content_invalid', hasOwnCall, ({ input, item, at }) => {
    const isCustom = input[ownCall(input, item)]?.['type'] === 'custom_tool_call'
    const type = isCustom ? 'function_call_output' : 'custom_tool_call_output'
    input[at] = { type, call_id: callIdOf(item), output: 'what the tool said' }
  }),
  onItem(
    'output-without-call-id',
    'tool_call_id_invalid',
    (item, at, input) => item['type'] === 'function_call_output' && hasOwnCall(item, at, input),
    ({ item }) => {
      delete item['call_id']
    },
  ),
  onItem(
    'output-null',
    'tool_result_content_invalid',
    ofType('function_call_output', 'custom_tool_call_output'),
    ({ item }) => {
      item['output'] = null
    },
  ),
  onItem('output-object', 'tool_result_content_invalid', ofType('function_call_output'), ({ item }) => {
    item['output'] = { ok: true, text: 'as an object' }
  }),
  onItem('output-of-foreign-parts', 'tool_result_content_invalid', ofType('function_call_output'), ({ item }) => {
    item['output'] = [
      { type: 'text', text: 'said' },
      { type: 'resource', resource: { uri: 'file:///a', text: 'a file' } },
    ]
  }),
  onItem('call-id-too-long', 'tool_call_id_invalid', isCall, ({ input, item }) => {
    const old = item['call_id']
    const long = `${String(old)}_${'x'.repeat(80)}`
    for (const other of input) {
      if (other['call_id'] === old) other['call_id'] = long
      else if (other['type'] === 'local_shell_call_output' && other['id'] === old) other['id'] = long
    }
  }),
  onItem('call-id-reused', 'tool_call_id_duplicate', ofType('function_call'), ({ input, item }) => {
    input.push(
      { type: 'function_call', call_id: item['call_id'], name: 'read_file', arguments: '{"again":1}' },
      { type: 'function_call_output', call_id: item['call_id'], output: 'again' },
    )
  }),
  onItem('arguments-object', 'tool_call_input_invalid', ofType('function_call'), ({ item }) => {
    item['arguments'] = { path: 'a.ts' }
  }),
  onItem('arguments-null', 'tool_call_input_invalid', ofType('function_call'), ({ item }) => {
    item['arguments'] = null
  }),
  onItem('name-empty', 'tool_call_name_invalid', ofType('function_call', 'custom_tool_call'), ({ item }) => {
    item['name'] = ''
  }),
  onItem('name-with-spaces', 'tool_call_name_invalid', ofType('function_call'), ({ item }) => {
    item['name'] = 'read the file'
  }),
  onItem('approval-of-nothing', 'tool_result_orphan', ofType('mcp_approval_request'), ({ at, input, item }) => {
    if (input.slice(0, at).some(ofType('item_reference'))) return false
    if (
      !input.some((other) => other['approval_request_id'] === item['id'] && other['type'] === 'mcp_approval_response')
    )
      return false
    input.splice(at, 1)
  }),
]
