import { hi } from './messages.ts'
import { asks, follows, item, long, output, pointer, reasoning, said } from './response-items.ts'
import { refused, responses, type Scenes } from './scene.ts'

/** Ids of items of the Responses API. */
export const itemIds: Scenes = {
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
