import { hi } from './messages.ts'
import {
  asks,
  follows,
  item,
  lacksFollower,
  lacksReasoning,
  notFound,
  notStored,
  output,
  pointer,
  reasoning,
  said,
} from './response-items.ts'
import { refused, responses, type Scenes } from './scene.ts'

/** Items of the Responses API that are kept by the server, or need one another. */
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
}
