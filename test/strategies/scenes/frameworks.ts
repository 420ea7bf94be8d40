import { hi } from './messages.ts'
import { aiSdk, langchain, refused, type Scenes } from './scene.ts'

const said = (...content: object[]): object => ({ role: 'assistant', content })
const ofItem = (itemId: string): object => ({ providerOptions: { openai: { itemId } } })
const reasoning = (id: string, text = 'Hm.'): object => ({ type: 'reasoning', text, ...ofItem(id) })
const answer = (id: string, text = 'b'): object => ({ type: 'text', text, ...ofItem(id) })
const sealed = {
  type: 'reasoning',
  text: 'Hm.',
  providerOptions: { openai: { reasoningEncryptedContent: 'gAAAAAB' } },
}
const search = { type: 'tool-call', toolCallId: 'ws_1', toolName: 'web_search', input: {}, providerExecuted: true }
const found = {
  type: 'tool-result',
  toolCallId: 'ws_1',
  toolName: 'web_search',
  output: { type: 'json', value: { title: 'Kept' } },
}
const read = { type: 'tool-call', toolCallId: 'x', toolName: 'read', input: {} }
const readResult = {
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId: 'x', toolName: 'read', output: { type: 'text', value: 'ok' } }],
}
const toolPart = { type: 'tool-read', toolCallId: 'x', state: 'output-available', input: {}, output: 'ok' }
const searchPart = { ...toolPart, type: 'tool-browse', toolCallId: 'srvtoolu_1', providerExecuted: true }
const twice = refused('Duplicate item found with id msg_1. Remove duplicate items from your input and try again.')
const calls = [{ name: 'f', args: {}, id: 'x', type: 'tool_call' }]
const { id: _id, ...idless } = calls[0]!
const rawCall = (id: string, name = 'f'): object => ({ id, type: 'function', function: { name, arguments: '{}' } })
const tool = { type: 'tool', content: 'ok', tool_call_id: 'x', name: 'f' }
const human = { type: 'human', content: 'Hi' }
const spoke = (content: unknown, more: object = {}): object => ({ type: 'ai', content, ...more })
const aborted = { id: 'a', role: 'assistant', parts: [{ type: 'step-start' }] }
const inContent = { type: 'tool_use', id: 'x', name: 'f', input: {} }

/** Messages of a program: what it keeps, and what it sends of that. */
export const frameworks: Scenes = {
  tool_call_id_invalid: {
    'ids that raw calls repeat, of two calls': langchain([
      human,
      spoke('b', {
        tool_calls: [idless, { ...idless, name: 'g', id: null }],
        additional_kwargs: { tool_calls: [rawCall('x'), rawCall('y', 'g')] },
      }),
      tool,
      { ...tool, tool_call_id: 'y', name: 'g' },
      human,
    ]),
    'ids that the content repeats': langchain([
      human,
      spoke([inContent, { ...inContent, id: 'y' }], { tool_calls: [idless, { ...idless, id: '' }] }),
      tool,
      { ...tool, tool_call_id: 'y' },
      human,
    ]),
    'ids that calls of other names repeat': langchain([
      human,
      spoke('b', {
        tool_calls: [idless, idless],
        additional_kwargs: { tool_calls: [rawCall('x', 'g'), rawCall('y', 'g')] },
      }),
      human,
    ]),
    'an id that another call has': langchain([
      human,
      spoke('b', { tool_calls: [idless, calls[0]], additional_kwargs: { tool_calls: [rawCall('x'), rawCall('x')] } }),
      tool,
      human,
    ]),
  },
  tool_result_misplaced: {
    'a result of a package that came late': aiSdk([
      hi,
      said(read),
      hi,
      said({ type: 'text', text: 'b' }),
      readResult,
      hi,
    ]),
    'two results of a chain that came late': langchain([
      human,
      spoke('', { tool_calls: [...calls, { ...calls[0], id: 'y' }] }),
      human,
      { ...tool, status: 'error' },
      { ...tool, tool_call_id: 'y' },
      human,
    ]),
  },
  reference_not_found: {
    'items of a package': aiSdk([hi, said(reasoning('rs_1'), answer('msg_1')), hi], {
      error: refused("Item with id 'rs_1' not found."),
    }),
    'items, a tool of the provider and one of the client': aiSdk(
      [hi, said(search, found, answer('msg_1')), hi, said(read), readResult],
      { error: refused("Item with id 'msg_1' not found.") },
    ),
    'a search and what it found, in one part': aiSdk(
      [
        { id: 'a', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        { id: 'b', role: 'assistant', parts: [{ ...toolPart, type: 'tool-web_search', providerExecuted: true }] },
        { id: 'c', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      ],
      { error: refused("Item with id 'x' not found.") },
    ),
    'a former response': aiSdk([hi, said(answer('msg_1')), hi], {
      error: refused("Previous response with id 'resp_1' not found."),
    }),
  },
  content_block_invalid: {
    'sealed reasoning that a server misses the id of': aiSdk(
      [hi, said(sealed, answer('msg_1')), hi, said(sealed, answer('msg_2')), hi],
      {
        request: { provider: 'openai.responses' },
        error: refused("Missing required parameter: 'input[1].id'."),
      },
    ),
  },
  item_id_duplicate: {
    'one item in two messages, and twice in one': aiSdk(
      [
        hi,
        said(answer('msg_1'), answer('msg_1', 'c')),
        hi,
        said(answer('msg_1', 'd'), { type: 'text', text: 'e' }),
        hi,
      ],
      { error: twice },
    ),
    'where nobody knows ids': langchain([human, spoke('b'), human], { error: twice }),
  },
  tool_call_name_invalid: {
    'a tool that the provider does not run, in one part': aiSdk(
      [
        { id: 'a', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
        { id: 'b', role: 'assistant', parts: [searchPart, { type: 'text', text: 'b' }] },
        { id: 'c', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      ],
      { error: refused("Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern.") },
    ),
  },
  tool_call_id_duplicate: {
    'two parts with one id': aiSdk([
      { id: 'a', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      { id: 'b', role: 'assistant', parts: [toolPart, { ...toolPart, output: 'more' }, toolPart] },
    ]),
  },
  tool_result_missing: {
    'a call of a program': langchain([human, spoke('', { tool_calls: calls }), human]),
    'an error of the provider behind the package': aiSdk([hi, said(search, found, answer('msg_1')), hi], {
      error: refused(
        "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.",
      ),
    }),
  },
  tool_result_orphan: {
    'messages of tools without a call': aiSdk([hi, readResult, readResult, hi]),
    'a message of a tool without a call, of a chain': langchain([human, tool, tool, human]),
    'a call that stands in the content alone': langchain([human, spoke([inContent]), tool, human], {
      error: refused('No tool call found for function call output with call_id x.'),
    }),
    'a call of which no id is told': langchain([human, spoke([inContent]), tool, human], {
      error: refused("messages with role 'tool' must be a response to a preceeding message with 'tool_calls'."),
    }),
    'another call than the error tells': langchain([human, spoke([inContent]), tool, human], {
      error: refused('No tool call found for function call output with call_id y.'),
    }),
    'a call that stands in the list': langchain([human, spoke([inContent], { tool_calls: calls }), tool, human], {
      error: refused('No tool call found for function call output with call_id x.'),
    }),
  },
  tool_result_duplicate: {
    'an id used again by a call that stands in the content alone': langchain(
      [human, spoke('', { tool_calls: calls }), tool, spoke([inContent]), tool, human],
      { error: refused("Duplicate function_call_output for call_id 'x'.") },
    ),
    'of a provider that compares within a turn': langchain(
      [human, spoke('', { tool_calls: calls }), tool, spoke([inContent]), tool, human],
      { error: refused("Duplicate value for 'tool_call_id' of 'x' in message[4].") },
    ),
  },
  role_order: {
    'nothing but an aborted answer': aiSdk([aborted]),
    'instructions and an aborted answer': aiSdk([
      { id: 's', role: 'system', parts: [{ type: 'text', text: 'Be kind.' }] },
      aborted,
      aborted,
    ]),
    'aborted answers around instructions': aiSdk([
      aborted,
      { id: 's', role: 'system', parts: [{ type: 'text', text: 'Be kind.' }] },
      aborted,
    ]),
    'an aborted answer that lies in a store': aiSdk([aborted], { purpose: 'stored' }),
  },
  empty_content_message: {
    'a prompt beside an aborted answer': aiSdk([{ id: 'u', role: 'user', parts: [] }, aborted]),
    'two prompts beside an aborted answer': aiSdk([
      aborted,
      { id: 'u', role: 'user', parts: [] },
      { id: 'v', role: 'user', parts: [] },
    ]),
    'a prompt beside another one': aiSdk([
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'Hi' }] },
      aborted,
      { id: 'v', role: 'user', parts: [] },
    ]),
    'a lone text that says nothing': langchain(['']),
    'a text that says nothing beside another': langchain(['Hi', '']),
    'of which nothing is sent': langchain([human, spoke([inContent], { tool_calls: calls }), tool], {
      error: refused(
        "Invalid 'messages[1].content': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      ),
    }),
    'of which something is sent': langchain(
      [human, spoke([{ type: 'text', text: 'b' }, inContent], { tool_calls: calls }), tool],
      {
        error: refused(
          "Invalid 'messages[1].content': empty array. Expected an array with minimum length 1, but got an empty array instead.",
        ),
      },
    ),
  },
  tool_result_content_invalid: {
    'an empty list': langchain([human, spoke('', { tool_calls: calls }), { ...tool, content: [] }], {
      rules: { emptyLists: 'refused' },
    }),
  },
}
