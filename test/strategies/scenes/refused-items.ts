import { hi } from './messages.ts'
import { asks, fitsNone, item, output, reasoning, said } from './response-items.ts'
import { refused, responses, type Scenes } from './scene.ts'

/** Items of the Responses API that nobody takes, or not so. */
export const refusedItems: Scenes = {
  content_block_invalid: {
    'a call of a function that a search has loaded, or that stands in a namespace': responses(
      [
        hi,
        item('tool_search_call', 'tsc_1', { execution: 'server', arguments: {} }),
        item('tool_search_output', 'tso_1', { execution: 'server', tools: [{ type: 'function', name: 'f' }] }),
        asks('fc_1', 'x'),
        output('x'),
        { ...asks('fc_2', 'y'), name: 'g' },
        output('y'),
        { ...asks('fc_3', 'z'), name: 'h' },
        output('z'),
        hi,
      ],
      {
        request: {
          tools: [
            { type: 'tool_search' },
            { type: 'function', name: 'f', defer_loading: true },
            { type: 'function', name: 'h' },
            {
              type: 'namespace',
              name: 'n',
              tools: [
                { type: 'function', name: 'g' },
                { type: 'function', name: 'h' },
              ],
            },
          ],
        },
      },
    ),
    'code that ran nowhere': responses([
      hi,
      item('code_interpreter_call', 'ci_1', { code: '1', outputs: [{ type: 'logs', logs: 'one' }] }),
      hi,
    ]),
    ...Object.fromEntries(
      ['action', 'actions', 'operation', 'pending_safety_checks', 'environment'].map((field) => [
        `the ${field} of a call that an error names`,
        responses(
          [
            hi,
            item('computer_call', 'cu_1', { call_id: 'x', status: 'completed', [field]: [{ type: 'odd' }] }),
            item('computer_call', 'cu_2', { call_id: 'y', status: 'completed', [field]: [{ type: 'odd' }] }),
            hi,
          ],
          { error: refused(`Invalid value: 'odd'. (at 'input[2].${field}[0].type')`) },
        ),
      ]),
    ),
    'a null that an error names, of a part': responses(
      [{ ...hi, content: [{ type: 'input_file', file_id: 'file_1', filename: null }] }],
      { error: refused("Invalid type for 'input[0].content[0].filename': expected a string, but got null instead.") },
    ),
    'a null that an error names, of a message': responses([{ ...hi, type: null }], {
      error: refused("Invalid type for 'input[0].type': expected a string, but got null instead."),
    }),
    'an item that is none of a union, with nulls and calls of other kinds': responses(
      [
        { ...hi, id: null },
        { ...(reasoning('rs_1') as object), content: null },
        item('custom_tool_call', 'ctc_1', { call_id: 'x', name: 'f', input: 'i' }),
        item('custom_tool_call_output', null, { call_id: 'x', output: 'ok' }),
        item('web_search_call', 'ws_1', { status: 'completed', action: { type: 'search', query: 'q' } }),
        item('message', undefined, { role: 'assistant', content: [{ type: 'output_text', text: 'b' }] }),
        { role: 'assistant', content: 'c', phase: null },
        hi,
      ],
      { error: fitsNone },
    ),
    'a summary that is none of a union': responses(
      [
        item('compaction', 'cmp_1', { encrypted_content: 'x' }),
        hi,
        { ...(said('msg_1') as object), status: 'completed' },
        hi,
      ],
      { error: fitsNone },
    ),
    'an item that OpenRouter does not take': responses(
      [hi, item('message', undefined, { role: 'assistant', content: [] }), hi],
      {
        error: {
          status: 400,
          error: { code: 'invalid_prompt', message: 'Invalid Responses API request' },
          metadata: { raw: '[]' },
        },
      },
    ),
  },
  unknown_field: {
    'a state of reasoning, beside items that must have one': responses(
      [
        hi,
        reasoning('rs_1', { encrypted_content: 'x', status: 'completed' }),
        item('image_generation_call', 'ig_1', { status: 'completed', result: null }),
        { ...(said('msg_1') as object), status: 'completed' },
        hi,
      ],
      { error: refused("Unknown parameter: 'input[1].status'.") },
    ),
    'a state of an item that must have one': responses(
      [
        hi,
        item('web_search_call', 'ws_1', { status: 'completed' }),
        item('web_search_call', 'ws_2', { status: 'failed' }),
        hi,
      ],
      { error: refused("Unknown parameter: 'input[1].status'.") },
    ),
  },
}
