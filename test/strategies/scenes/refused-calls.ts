import { assistant, call, found, result, search, text, user } from '../anthropic.ts'
import { answered, answers, asked, asks, hi, item, output, part, say, tool } from './messages.ts'
import { aiSdk, chat, claude, gemini, langchain, refused, responses, type Scenes } from './scene.ts'

const defined = {
  type: 'tool_addition',
  tool: { type: 'tool_definition', definition: { name: 'late', input_schema: { type: 'object' } } },
}
const repeats = { type: 'tool_use', id: 'x', name: 'f', input: {} }
const calls = [{ name: 'f', args: {}, id: 'x', type: 'tool_call' }]
const human = { type: 'human', content: 'Hi' }

/** What only an error tells of calls, results, names, items and roles, and what nothing else reaches. */
export const refusedCalls: Scenes = {
  tool_calls_malformed: {
    'calls that stand beside the list, and in it': langchain([
      human,
      { type: 'ai', content: 'b', tool_calls: 7, additional_kwargs: { tool_calls: [tool('x')] } },
      { type: 'tool', content: 'ok', tool_call_id: 'x' },
      { type: 'ai', content: 'b', tool_calls: [{ name: 'f', args: {}, id: 'y', type: 'tool_call' }] },
      { type: 'tool', content: 'ok', tool_call_id: 'y' },
    ]),
    'calls that stand beside an empty list': langchain(
      [
        human,
        { type: 'ai', content: 'b', tool_calls: [], additional_kwargs: { tool_calls: [tool('x')] } },
        { type: 'tool', content: 'ok', tool_call_id: 'x' },
      ],
      { request: { model: 'claude-opus-5' } },
    ),
    'an empty list and null, which an error refuses': chat(
      [hi, say('assistant', 'a', { tool_calls: [] }), hi, say('assistant', 'b', { tool_calls: null }), hi],
      { rules: { callList: 'lenient' }, error: refused("[] is too short - 'messages.1.tool_calls'") },
    ),
    'more than the one that a template takes': chat([hi, asks(tool('x'), tool('y')), answers('x'), answers('y'), hi], {
      error: refused('This model only supports single tool-calls at once!'),
    }),
    'more than an error counts': chat([hi, asks(tool('x'), tool('y'), tool('z')), answers('y'), answers('x'), hi], {
      error: refused(
        "Invalid 'messages[1].tool_calls': array too long. Expected an array with maximum length 2, but got an array with length 3 instead.",
      ),
    }),
    'one too few': chat([hi, say('assistant', 'a', { tool_calls: [] }), hi], {
      rules: { callList: 'lenient' },
      error: refused("Invalid 'messages[1].tool_calls': at least one tool call is required."),
    }),
  },
  tool_call_name_invalid: {
    'of a speaker, which an error refuses': chat(
      [say('user', 'a', { name: 'Ann Lee' }), say('assistant', 'b', { name: '!!' }), say('user', 'c', { name: 'Bo' })],
      {
        error: refused(
          "Invalid 'messages[0].name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        ),
      },
    ),
    'of a speaker, with a pattern of what may not be': chat(
      [say('user', 'a', { name: 'A<b>' }), say('assistant', 'b')],
      {
        error: refused(
          "Invalid 'messages[0].name': string does not match pattern. Expected a string that matches the pattern '^[^\\\\s<|\\\\\\\\/>]+$'.",
        ),
      },
    ),
    'of a speaker, empty': chat([say('user', 'a', { name: '' }), say('assistant', 'b')], {
      error: refused(
        "Invalid 'messages[0].name': empty string. Expected a string with minimum length 1, but got an empty string instead.",
      ),
    }),
    'that is to begin with a letter': gemini(
      [part('user', { text: 'a' }), part('model', asked('1f')), part('user', answered('1f'))],
      {
        error: refused(
          '* GenerateContentRequest.contents[1].parts[0].function_call.name: Invalid function name. Must start with a letter or an underscore.',
        ),
      },
    ),
    'of a result of the server, and of its call': aiSdk([
      say('user', 'Hi'),
      say('assistant', [
        { type: 'tool-call', toolCallId: 'ws_1', toolName: 'web_search', input: {}, providerExecuted: true },
        { type: 'tool-result', toolCallId: 'ws_1', toolName: 'search', output: { type: 'json', value: {} } },
      ]),
      say('user', 'c'),
    ]),
  },
  tool_definitions_missing: {
    'references where no tools are told': claude([
      user('a'),
      assistant(call('x')),
      user(result('x', [{ type: 'tool_reference', tool_name: 'gone' }])),
    ]),
    'a tool that the conversation defines twice, and one that it refers to before': claude(
      [
        user('a'),
        assistant(call('x'), call('y')),
        user(result('x', [{ type: 'tool_reference', tool_name: 'late' }, text('ok')]), result('y')),
        say('system', [defined, defined]),
        assistant(call('z')),
        user(result('z', [{ type: 'tool_reference', tool_name: 'late' }])),
      ],
      { request: { model: 'claude-opus-5', tools: [{ name: 'read_file', input_schema: { type: 'object' } }] } },
    ),
    'a reference to what nobody defines': claude(
      [
        user('a'),
        assistant(call('x')),
        user(result('x', [{ type: 'tool_reference', tool_name: 'gone' }, text('ok')])),
        assistant(text('b')),
      ],
      { request: { tools: [{ name: 'read_file', input_schema: { type: 'object' } }] } },
    ),
  },
  tool_result_content_invalid: {
    'a response that an error of the provider behind a program demands': langchain(
      [human, { type: 'ai', content: '', tool_calls: calls }, { type: 'tool', content: null, tool_call_id: 'x' }],
      {
        request: { model: 'gemini-2.5-pro' },
        error: refused('contents[2].parts[0].function_response.response: required field missing'),
      },
    ),
    'of a tool of the provider, with its call and without': claude([
      user('a'),
      assistant(
        search('srvtoolu_1'),
        { ...found('srvtoolu_1'), content: { text: 'Words.', more: [{ content: 'More.' }] } },
        { ...found('srvtoolu_2'), content: 7 },
        text('b'),
      ),
      user('c'),
    ]),
    'what another tool of the provider said': aiSdk(
      [
        say('user', 'Hi'),
        say('assistant', [
          { type: 'tool-call', toolCallId: 'ws_1', toolName: 'web_search', input: {}, providerExecuted: true },
          {
            type: 'tool-result',
            toolCallId: 'ws_1',
            toolName: 'web_search',
            output: { type: 'text', value: 'Words.' },
          },
        ]),
        say('user', 'c'),
      ],
      { request: { model: 'claude-opus-5' } },
    ),
    'a response that an error demands': gemini(
      [
        part('user', { text: 'a' }),
        part('model', asked('f')),
        part('user', { functionResponse: { name: 'f', response: null } }),
      ],
      { error: refused('contents[2].parts[0].function_response.response: required field missing') },
    ),
  },
  tool_call_input_invalid: {
    'that Mistral takes, and does not': chat(
      [
        hi,
        asks(tool('abcdefgh1', null), tool('abcdefgh2', {}), tool('abcdefgh3', 7)),
        answers('abcdefgh1'),
        answers('abcdefgh2'),
        answers('abcdefgh3'),
        say('assistant', 'b'),
        hi,
      ],
      { request: { model: 'mistral-large' } },
    ),
  },
  tool_result_missing: {
    'calls that a server holds, and what was called beside': responses([hi], {
      request: { previous_response_id: 'resp_1' },
      evidence: {
        resultOf: () => undefined,
        openBeside: () => [{ callId: 'y', type: 'custom_tool_call' }],
      },
      error: refused('No tool output found for function call x.'),
    }),
  },
  thinking_disabled_violation: {
    'thinking of another model among the parts': chat([
      hi,
      say('assistant', [{ type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }, text('b')]),
      hi,
    ]),
  },
  role_invalid: {
    'system messages in front and before an answer, and one that is neither': claude(
      [say('system', 's'), user('a'), say('system', 't'), assistant(text('b')), say('system', 'u'), user('c')],
      { rules: { systemMessages: 'leading-or-before-assistant' } },
    ),
  },
  reasoning_item_unpaired: {
    'parts of one item, at the end, before a text and before a prompt': aiSdk(
      [
        say('user', 'Hi'),
        say('assistant', [thought('rs_1'), thought('rs_1'), { type: 'text', text: 'b' }]),
        say('user', 'c'),
        say('assistant', [thought('rs_2'), thought('rs_2')]),
        say('user', 'd'),
        say('assistant', [{ type: 'text', text: 'e' }, thought('rs_3')]),
      ],
      { request: { model: 'gpt-5' }, rules: { reasoningFollowed: 'identified' } },
    ),
    'before an item whose role nobody knows yet': responses([
      hi,
      item('reasoning', { id: 'rs_1', summary: [], encrypted_content: 'x' }),
      say('model', [{ type: 'output_text', text: 'b', annotations: [] }]),
      hi,
    ]),
  },
  reference_not_found: {
    'pointers to calls behind reasoning, up to the next message': responses(
      [hi, ...['rs_1', 'fc_1', 'fc_2', 'msg_1', 'fc_3'].map((id) => item('item_reference', { id })), hi],
      { error: refused("Item with id 'rs_1' not found.") },
    ),
    'a request that what it approved goes by': responses(
      [
        hi,
        item('mcp_approval_request', { id: 'mcpr_1', name: 'f', server_label: 's', arguments: '{}' }),
        item('mcp_approval_response', { approval_request_id: 'mcpr_1', approve: true }),
        hi,
      ],
      { error: refused("Item with id 'mcpr_1' not found.") },
    ),
    'pointers behind reasoning': responses(
      [
        hi,
        item('item_reference', { id: 'rs_1' }),
        item('item_reference', { id: 'fc_1' }),
        output('x'),
        item('item_reference', { id: 'rs_2' }),
        item('item_reference', { id: 'msg_1' }),
        item('item_reference', { id: 'msg_2' }),
        hi,
      ],
      { error: refused("Item with id 'rs_2' not found.") },
    ),
  },
  tool_call_id_duplicate: {
    'in the content twice, which a list repeats': langchain([
      human,
      { type: 'ai', content: [repeats, repeats], tool_calls: calls },
      { type: 'tool', content: 'ok', tool_call_id: 'x' },
    ]),
    'in a list and in the content, in the words of each': langchain(
      [
        human,
        {
          type: 'ai',
          content: [{ type: 'tool_use', id: 'x', name: 'f', input: {} }],
          tool_calls: [{ name: 'f', args: { a: 1 }, id: 'x', type: 'tool_call' }],
        },
        { type: 'tool', content: 'ok', tool_call_id: 'x' },
        human,
      ],
      { request: { model: 'claude-opus-5' } },
    ),
  },
  tool_call_id_invalid: {
    // What the first call would be called.
    'a new id that another call has': chat([
      hi,
      asks(tool('')),
      hi,
      asks(tool('_1q9nvxs12c6b')),
      answers('_1q9nvxs12c6b'),
    ]),
  },
}

function thought(itemId: string): object {
  return { type: 'reasoning', text: 'Hm.', providerOptions: { openai: { itemId } } }
}
