import { hi } from './messages.ts'
import { refused, responses, type Scenes } from './scene.ts'

const item = (type: string, id: unknown, more: object = {}): object => ({
  type,
  ...(id !== undefined && { id }),
  ...more,
})
const said = (id: unknown, text = 'b'): object =>
  item('message', id, { role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] })
const reasoning = (id: unknown, more: object = { encrypted_content: 'x' }): object =>
  item('reasoning', id, { summary: [], ...more })
const asks = (id: unknown, callId: string): object =>
  item('function_call', id, { call_id: callId, name: 'f', arguments: '{}' })
const output = (callId: string, value = 'ok'): object =>
  item('function_call_output', undefined, { call_id: callId, output: value })
const pointer = (id: string): object => item('item_reference', id)
const follows = { request: { model: 'gpt-5', previous_response_id: 'resp_1' } }
const notStored = { request: { model: 'gpt-5', store: false } }
const lacksReasoning = (id: string, type = 'function_call'): Error =>
  refused(`Item '${id}' of type '${type}' was provided without its required 'reasoning' item: 'rs_9'.`)
const lacksFollower = refused("Item 'rs_1' of type 'reasoning' was provided without its required following item.")
const fitsNone = Object.assign(
  new Error(
    '422 Failed to deserialize the JSON body into the target type: data did not match any variant of untagged enum ModelInput',
  ),
  { status: 422 },
)
const notFound = (id: string): Error => refused(`Item with id '${id}' not found.`)
const long = (prefix: string, length: number): string => prefix + 'a'.repeat(length - prefix.length)

/** Items of the Responses API, their ids and what the server keeps. */
export const items: Scenes = {
  reasoning_item_unpaired: {
    'an error about a call without an id that may go': responses(
      [hi, item('mcp_approval_request', 'mcpr_1', { name: 'f', server_label: 's', arguments: '{}' }), hi],
      { error: lacksReasoning('mcpr_1', 'mcp_approval_request') },
    ),
    'an error about a pointer to reasoning': responses([hi, pointer('rs_1'), said('msg_1'), hi], {
      error: lacksReasoning('msg_1', 'message'),
    }),
    'an error about a store': responses([hi, asks('fc_1', 'x'), output('x'), asks('fc_2', 'y'), output('y'), hi], {
      purpose: 'stored',
      error: lacksReasoning('fc_1'),
    }),
    'before a result that came too early': responses([hi, output('x'), reasoning('rs_1'), asks('fc_1', 'x'), hi]),
    'before a result that is displaced': responses([
      hi,
      reasoning('rs_1'),
      output('x'),
      asks('fc_1', 'x'),
      said('msg_1'),
    ]),
    'at the end, of a request and of a store': responses([hi, reasoning('rs_1')]),
    'at the end of a store': responses([hi, reasoning('rs_1')], { purpose: 'stored' }),
    'before a prompt, behind another': responses([hi, reasoning('rs_1'), reasoning('rs_2'), hi]),
    'before its call, and before what leaves': responses([
      hi,
      reasoning('rs_1'),
      asks('fc_1', 'x'),
      output('x'),
      reasoning('rs_2'),
      output('y'),
      hi,
    ]),
    'before a further result of a call': responses([
      hi,
      asks('fc_1', 'x'),
      output('x'),
      reasoning('rs_1'),
      output('x', 'more'),
      said('msg_1'),
    ]),
    'before a trigger': responses([hi, reasoning('rs_1'), { type: 'compaction_trigger' }]),
    'without an id': responses([hi, reasoning(undefined), hi]),
    'without an id where each must be followed': responses([hi, reasoning(undefined), hi], {
      rules: { reasoningFollowed: 'always' },
    }),
    'an item that no type has': responses([hi, reasoning('rs_1'), 7 as never, said('msg_1')]),
    'an error about a call that lacks it': responses([hi, asks('fc_1', 'x'), output('x'), hi], {
      error: lacksReasoning('fc_1'),
    }),
    'an error about a message that lacks it': responses([hi, said('msg_1'), hi], {
      error: lacksReasoning('msg_1', 'message'),
    }),
    'an error about a mere reference': responses([hi, pointer('msg_1'), hi], {
      error: lacksReasoning('msg_1', 'message'),
    }),
    'an error about a search, whose id must be': responses(
      [hi, item('file_search_call', 'fs_1', { queries: [] }), hi],
      { error: lacksReasoning('fs_1', 'file_search_call') },
    ),
    'an error about one of several, some still led': responses(
      [
        hi,
        asks('fc_1', 'x'),
        output('x'),
        asks('fc_2', 'y'),
        output('y'),
        hi,
        reasoning('rs_1'),
        asks('fc_3', 'z'),
        output('z'),
        said('msg_1'),
        hi,
        pointer('rs_2'),
        said('msg_2'),
      ],
      { error: lacksReasoning('fc_2') },
    ),
    'an error about reasoning that nothing follows': responses([hi, reasoning('rs_1'), said('msg_1'), hi], {
      error: lacksFollower,
    }),
    'an error about a pointer to reasoning that nothing follows': responses(
      [hi, pointer('rs_1'), hi, pointer('rs_2'), said('msg_1'), hi],
      { error: lacksFollower },
    ),
    'an error about reasoning, and others behind it': responses(
      [hi, reasoning('rs_1'), said(undefined), hi, reasoning('rs_2'), said('msg_1'), hi],
      { error: lacksFollower },
    ),
  },
  reference_not_found: {
    'an error about a container': responses(
      [
        hi,
        item('code_interpreter_call', 'ci_1', {
          container_id: 'cntr_1',
          code: '1',
          outputs: [{ type: 'logs', logs: 'one' }],
        }),
        item('code_interpreter_call', 'ci_2', { container_id: 'cntr_2', code: null, outputs: null }),
        hi,
      ],
      { error: refused('Container is expired.') },
    ),
    'an error about one of two containers': responses(
      [
        hi,
        item('code_interpreter_call', 'ci_1', { container_id: 'cntr_1a', code: '1' }),
        item('code_interpreter_call', 'ci_2', { container_id: 'cntr_2b', code: '2' }),
        hi,
      ],
      { error: refused('Expected container_id: cntr_2b') },
    ),
    'an error about a container of what the server holds': responses([hi, said('msg_1'), hi], {
      ...follows,
      error: refused('Container is expired.'),
    }),
    'references of a turn, up to what may be of the user': responses(
      [
        hi,
        pointer('rs_1'),
        pointer('fc_1'),
        output('x'),
        pointer('rs_2'),
        pointer('msg_1'),
        pointer('msg_2'),
        pointer('rs_3'),
        pointer('msg_3'),
        hi,
      ],
      { error: notFound('rs_1') },
    ),
    'a second reference, where the first has gone': responses(
      [hi, hi, pointer('rs_2'), pointer('msg_2'), hi, pointer('rs_3'), pointer('msg_3'), hi],
      { error: notFound('rs_2') },
    ),
    'a reference to reasoning that led to an item': responses(
      [hi, pointer('rs_1'), asks('fc_1', 'x'), output('x'), pointer('rs_2'), said('msg_1'), hi],
      { error: notFound('rs_1') },
    ),
    'a response that is not called the one before': responses([hi], {
      request: follows.request,
      allow: 'lossy',
      error: refused("Response with id 'resp_1' not found."),
    }),
    'ids of another account, behind what it has passed': responses(
      [
        hi,
        said('msg_1'),
        hi,
        asks('fc_1', 'x'),
        output('x'),
        reasoning('rs_1', {}),
        said('msg_2'),
        reasoning('rs_2'),
        said('msg_3'),
        pointer('msg_4'),
        hi,
      ],
      { error: notFound('fc_1') },
    ),
    'ids of another connection, none of them named': responses(
      [hi, said('msg_1'), hi, reasoning('rs_1'), said('msg_2')],
      {
        error: refused('input item ID does not belong to this connection'),
      },
    ),
    'references where nothing is kept': responses(
      [hi, pointer('rs_1'), pointer('msg_1'), hi, pointer('msg_2'), hi, said('msg_3')],
      {
        ...notStored,
        error: refused(
          "Item with id 'rs_1' not found. Items are not persisted when `store` is set to false. Try again with `store` set to true, or remove this item from your input.",
        ),
      },
    ),
    'a conversation, by an id as long as they are': responses([hi, said('msg_1'), hi], {
      request: { model: 'gpt-5', conversation: 'conv_1' },
      error: refused("Conversation with id 'conv_689667905b048191b4740501625afd940c7533ace33a2dab' not found."),
    }),
    'a thread': responses([hi, said('msg_1'), hi], {
      ...follows,
      error: { status: 404, errorCode: 'thread_not_found', message: '404 No usable' },
    }),
    'a former response, by its code': responses([hi, said('msg_1'), hi], {
      ...follows,
      error: { error: { code: 'previous_response_not_found', message: 'x' } },
    }),
    'items that are not kept for an organization': responses([hi, reasoning('rs_1', {}), said('msg_1'), hi], {
      ...follows,
      error: refused('Previous response cannot be used for this organization due to Zero Data Retention.'),
    }),
    'reasoning and a reference at once': responses(
      [hi, reasoning('rs_1', {}), pointer('msg_1'), hi, reasoning('rs_2', {}), said('msg_2'), hi],
      { rung: 'turn', error: notFound('rs_1') },
    ),
    'reasoning of an empty content': responses(
      [
        hi,
        reasoning('rs_1', { content: [] }),
        said('msg_1'),
        hi,
        reasoning('rs_2', { content: [{ type: 'reasoning_text', text: 'Hm.' }] }),
        said('msg_2'),
        hi,
      ],
      { error: notFound('rs_1') },
    ),
    'a former response, the list whole': responses([hi, said('msg_1'), hi], {
      ...follows,
      error: refused("Previous response with id 'resp_1' not found."),
    }),
    'a former response, the list not': responses([hi], {
      ...follows,
      error: refused("Previous response with id 'resp_1' not found."),
    }),
    'a former response, with consent': responses([hi], {
      ...follows,
      allow: 'lossy',
      error: refused("Previous response with id 'resp_1' not found."),
    }),
    'a former response, and no list': responses([], {
      ...follows,
      allow: 'lossy',
      error: refused("Previous response with id 'resp_1' not found."),
    }),
    'a former response that nobody asked for': responses([hi, said('msg_1'), hi], {
      error: refused("Previous response with id 'resp_1' not found."),
    }),
    'a conversation, in an address of an item': responses([hi, said('msg_1'), hi], {
      request: { model: 'gpt-5', conversation: 'conv_1', previous_response_id: null },
      error: refused("Conversation with id 'conv_1' not found."),
    }),
    'a message': responses([hi, said('msg_1'), hi], { error: notFound('msg_1') }),
    'reasoning, and what stands like it': responses(
      [hi, reasoning('rs_1', {}), said('msg_1'), hi, reasoning('rs_2', {}), said('msg_2'), hi],
      { error: notFound('rs_1') },
    ),
    'reasoning that holds its text': responses(
      [hi, reasoning('rs_1', { content: [{ type: 'reasoning_text', text: 'Hm.' }] }), said('msg_1'), hi],
      { error: notFound('rs_1') },
    ),
    'encrypted reasoning': responses([hi, reasoning('rs_1'), said('msg_1'), hi], { error: notFound('rs_1') }),
    'a reference among others': responses([hi, pointer('msg_1'), hi, pointer('msg_2'), hi], {
      error: notFound('msg_1'),
    }),
    'items that are not persisted': responses([hi, reasoning('rs_1', {}), said('msg_1'), hi], {
      error: refused("Item with id 'rs_1' not found. Items are not persisted when `store` is set to false."),
    }),
    'what a server that keeps nothing was asked for': responses(
      [hi, reasoning('rs_1', {}), said('msg_1'), hi, reasoning(undefined, {}), said('msg_2')],
      notStored,
    ),
    'an item whose id must be': responses([hi, item('file_search_call', 'fs_1', { queries: [] }), hi], {
      error: notFound('fs_1'),
    }),
  },
  item_id_invalid: {
    'of another kind, form and type': responses([
      hi,
      said('rs_1'),
      said('msg 1'),
      said(7),
      said(''),
      said('msg_2'),
      said(undefined),
      hi,
    ]),
    'too long, and as long as may be': responses([hi, said(long('msg_', 65)), said(long('msg_', 64)), hi]),
    'missing where it must be': responses([
      hi,
      item('file_search_call', undefined, { queries: [] }),
      item('code_interpreter_call', 'x_1', { code: '1', container_id: 'cntr_1' }),
      hi,
    ]),
    'of reasoning, encrypted and not': responses([
      hi,
      reasoning('x_1'),
      said('msg_1'),
      hi,
      reasoning('x_2', {}),
      said('msg_2'),
      hi,
    ]),
    'of a type that may have any': responses([
      hi,
      item('apply_patch_call', 'anything', { call_id: 'x', operation: { type: 'delete_file', path: 'a' } }),
      item('apply_patch_call_output', undefined, { call_id: 'x', status: 'completed' }),
      hi,
    ]),
    'of another make that names a call, which ran': responses([
      hi,
      item('mcp_approval_request', 'call_1', { name: 'f', server_label: 's', arguments: '{}' }),
      { type: 'mcp_approval_response', approval_request_id: 'call_1', approve: true },
      item('mcp_call', 'mcp_1', {
        name: 'f',
        server_label: 's',
        arguments: '{}',
        output: 'ok',
        approval_request_id: 'call_1',
      }),
      hi,
    ]),
    'that is null, where an error told that it may not be': responses(
      [hi, item('web_search_call', null, { status: 'completed' }), hi],
      { error: refused("Invalid type for 'input[1].id': expected a string, but got null instead.") },
    ),
    'that names a call': responses([
      hi,
      item('mcp_approval_request', 'a b', { name: 'f', server_label: 's', arguments: '{}' }),
      hi,
    ]),
    'where none may be sent': responses([hi, said('msg_1'), item('file_search_call', 'fs_1', { queries: [] }), hi], {
      rules: { itemIds: 'refused' },
    }),
    'an error with a limit': responses([hi, said(long('msg_', 50)), hi], {
      error: refused(
        "Invalid 'input[1].id': string too long. Expected a string with maximum length 40, but got a string with length 50 instead.",
      ),
    }),
    'an error about a prefix': responses([hi, asks('fc_1', 'x'), output('x'), hi], {
      error: refused("Invalid 'input[1].id': 'fc_1'. Expected an ID that begins with 'ctc'."),
    }),
  },
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
  item_id_duplicate: {
    'at the very first': responses([said('msg_1'), said('msg_1'), hi]),
    'an output with the id of its call': responses([hi, asks('fc_1', 'x'), { ...output('x'), id: 'fc_1' }, hi]),
    'an error about an output with the id of its call': responses(
      [hi, asks('fc_1', 'x'), { ...output('x'), id: 'fc_1' }, hi],
      { error: refused('Duplicate item found with id fc_1. Remove duplicate items from your input and try again.') },
    ),
    'an error about what the server holds, and others that it may hold': responses(
      [
        hi,
        said('msg_1'),
        hi,
        reasoning('rs_1'),
        asks('fc_1', 'x'),
        { ...output('x'), id: 'fc_2' },
        reasoning('rs_2', {}),
        said('msg_2', 'c'),
        pointer('msg_3'),
        hi,
      ],
      { ...follows, error: refused('Duplicate item found with id msg_1. Remove duplicate items from your input.') },
    ),
    'an error about what the list holds twice, behind a history': responses([said('msg_1'), hi, said('msg_1'), hi], {
      ...follows,
      error: refused('Duplicate item found with id msg_1. Remove duplicate items from your input.'),
    }),
    'the same, twice': responses([hi, said('msg_1'), said('msg_1'), hi]),
    'another one': responses([hi, said('msg_1'), said('msg_1', 'c'), said('msg_1'), hi]),
    'a reference to what is there': responses([hi, said('msg_1'), pointer('msg_1'), hi]),
    'a call, and another with its id': responses([
      hi,
      asks('fc_1', 'x'),
      output('x'),
      asks('fc_1', 'y'),
      output('y'),
      hi,
    ]),
    'a copy of a call behind reasoning of its own': responses([
      hi,
      asks('fc_1', 'x'),
      output('x'),
      reasoning('rs_1'),
      asks('fc_1', 'x'),
      output('x'),
      hi,
    ]),
    'a copy of a call behind a copy of its reasoning': responses([
      hi,
      reasoning('rs_1'),
      asks('fc_1', 'x'),
      output('x'),
      reasoning('rs_1'),
      asks('fc_1', 'x'),
      hi,
    ]),
    'two requests for approval': responses([
      hi,
      item('mcp_approval_request', 'mcpr_1', { name: 'f', server_label: 's', arguments: '{}' }),
      item('mcp_approval_request', 'mcpr_1', { name: 'g', server_label: 's', arguments: '{}' }),
      item('mcp_approval_request', 'mcpr_1', { name: 'f', server_label: 's', arguments: '{}' }),
      hi,
    ]),
    'an item that the history of the server holds': responses([said('msg_1'), hi], {
      ...follows,
      error: refused('Duplicate item found with id msg_1. Remove duplicate items from your input and try again.'),
    }),
    'an error where nothing is held': responses([said('msg_1'), hi], {
      error: refused('Duplicate item found with id msg_1. Remove duplicate items from your input and try again.'),
    }),
  },
}
