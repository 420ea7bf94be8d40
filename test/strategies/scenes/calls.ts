import { assistant, call, found, result, search, text, user } from '../anthropic.ts'
import { answered, answers, asked, asks, hi, item, part, ran, say, tool } from './messages.ts'
import { chat, claude, converse, gemini, refused, responses, type Scenes } from './scene.ts'

const long = 'i'.repeat(60)

/** As the provider takes them, or another one. */
const token = { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 200, replacement: '_' }

/** Calls, their names and inputs. */
export const calls: Scenes = {
  tool_call_input_invalid: {
    'text that holds an object later, or none at all': claude(
      [
        user('a'),
        assistant(call('1', { input: 'a {"b":1}' }), call('2', { input: '\t{' }), call('3', { input: 7 })),
        user(result('1'), result('2'), result('3')),
      ],
      { rules: { toolInput: 'object-or-text' } },
    ),
    'null, nothing, text, a number, a list': claude([
      user('a'),
      assistant(
        call('1', { input: null }),
        call('2', { input: '' }),
        call('3', { input: '{"a":1}' }),
        call('4', { input: 7 }),
        call('5', { input: [1] }),
        call('6', { input: '{"a":"b' }),
        call('7', { input: 'no' }),
        call('8', { input: undefined }),
      ),
      user(...['1', '2', '3', '4', '5', '6', '7', '8'].map((id) => result(id))),
    ]),
    'text that no server parses': chat([hi, asks(tool('x', '{"a":')), answers('x')]),
    'arguments that are no text': chat([hi, asks(tool('x', { a: 1 }), tool('y', null)), answers('x'), answers('y')]),
    'text that a server parses': chat(
      [hi, asks(tool('x', '{"a":'), tool('y', '[]'), tool('z', '{}')), answers('x'), answers('y'), answers('z')],
      {
        rules: { toolInput: 'json-object-text' },
      },
    ),
    'text or an object': claude(
      [
        user('a'),
        assistant(call('1', { input: 'plain' }), call('2', { input: ' {"a":1}' }), call('3', { input: '' })),
        user(result('1'), result('2'), result('3')),
      ],
      {
        rules: { toolInput: 'object-or-text' },
      },
    ),
    'an error of a server that parses': chat([hi, asks(tool('x', '{"a":')), answers('x')], {
      error: refused("Invalid 'messages[1].tool_calls[0].function.arguments': must be valid JSON"),
    }),
    'a custom tool, whose input is any text': responses([
      hi,
      item('custom_tool_call', { id: 'ctc_1', call_id: 'x', name: 'f', input: { a: 1 } }),
      item('custom_tool_call_output', { call_id: 'x', output: 'ok' }),
    ]),
  },
  tool_call_name_invalid: {
    'a digit first where a letter must be': gemini(
      [part('user', { text: 'a' }), part('model', asked('1st', '1')), part('user', answered('1st', '1'))],
      {
        error: refused(
          'Invalid function name. Must start with a letter or an underscore. Must be alphanumeric (a-z, A-Z, 0-9), underscores (_), dots (.) or dashes (-), with a maximum length of 64.',
        ),
      },
    ),
    'too long with an underscore in front': gemini(
      [
        part('user', { text: 'a' }),
        part('model', asked(`1${long}abc`, '1')),
        part('user', answered(`1${long}abc`, '1')),
      ],
      { error: refused('Invalid function name. Must start with a letter or an underscore.') },
    ),
    'an error about calls of Chat Completions, of a provider that runs none': claude(
      [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), text('b')), user('c')],
      { error: refused("Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern.") },
    ),
    'a dot, nothing, and too long': claude(
      [
        user('a'),
        assistant(
          call('1', { name: 'a.b' }),
          call('2', { name: '' }),
          call('3', { name: 'n'.repeat(201) }),
          call('4', { name: 'n'.repeat(200) }),
          call('5', { name: '!?' }),
        ),
        user(...['1', '2', '3', '4', '5'].map((id) => result(id))),
      ],
      { rules: { toolNames: token } },
    ),
    'a name that is not there': claude([user('a'), assistant({ ...call('x'), name: undefined }), user(result('x'))]),
    'a result without its name': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f', '1')),
      part('user', answered('', '1')),
    ]),
    'results of other names, of a model that compares them': gemini(
      [
        part('user', { text: 'a' }),
        part('model', asked('f', '1'), asked('g', '2'), asked('h', '2')),
        part('user', answered('tool_result', '1'), answered('h', '2'), answered('g', '2')),
        part('model', asked('f')),
        part('user', answered('tool_result')),
        part('user', { text: 'b' }),
      ],
      { request: { model: 'gemini-3.5-flash' } },
    ),
    'a call without the name that its result has': gemini(
      [part('user', { text: 'a' }), part('model', asked('', '1')), part('user', answered('f', '1'))],
      {
        rules: { toolNames: { pattern: /^[a-z]+$/, maxLength: 64, replacement: '_' } },
      },
    ),
    'a call and its result renamed': gemini(
      [part('user', { text: 'a' }), part('model', asked('f.g', '1')), part('user', answered('f.g', '1'))],
      {
        rules: { toolNames: { pattern: /^[a-z_]+$/, maxLength: 64, replacement: '_' } },
      },
    ),
    'an error with a limit': chat([hi, asks(tool('x', '{}', 'n'.repeat(50))), answers('x')], {
      error: refused(
        "Invalid 'messages[1].tool_calls[0].function.name': string too long. Expected a string with maximum length 40, but got a string with length 50 instead.",
      ),
    }),
    'an error without one': gemini(
      [
        part('user', { text: 'a' }),
        part('model', asked(`a.${long}xyz`, '1')),
        part('user', answered(`a.${long}xyz`, '1')),
      ],
      {
        error: refused(
          "Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.",
        ),
      },
    ),
    'a tool of the provider that it does not run': claude([
      user('a'),
      assistant(search('srvtoolu_1', { name: 'browse' }), found('srvtoolu_1'), text('b')),
      user('c'),
    ]),
    'one that it does not run, without a result': claude([
      user('a'),
      assistant(search('srvtoolu_1', { name: 'browse' }), text('b')),
      user('c'),
    ]),
    'an error about a call in the words of Chat Completions': claude(
      [user('a'), assistant(search('srvtoolu_1'), found('srvtoolu_1'), text('b')), user('c')],
      {
        rules: { serverResults: 'optional' },
        error: refused("Invalid 'messages[1].tool_calls[0].function.name': string does not match pattern."),
      },
    ),
  },
  tool_calls_malformed: {
    'text of which one call is none, and words beside three': chat(
      [
        hi,
        say('assistant', 'a', { tool_calls: JSON.stringify([tool('x'), 1]) }),
        hi,
        say('assistant', 'Words.', { tool_calls: [tool('1'), tool('2'), tool('3')] }),
        answers('1'),
        hi,
      ],
      { rules: { maxCallsPerMessage: 2 } },
    ),
    'an empty list, null, text and one call': chat([
      hi,
      say('assistant', 'a', { tool_calls: [] }),
      hi,
      say('assistant', 'b', { tool_calls: null }),
      hi,
      say('assistant', 'c', { tool_calls: JSON.stringify([tool('x')]) }),
      answers('x'),
      say('assistant', 'd', { tool_calls: tool('y') }),
      answers('y'),
      say('assistant', 'e', { tool_calls: 'no' }),
      hi,
      say('assistant', 'f', { tool_calls: JSON.stringify(tool('z')) }),
      answers('z'),
      say('assistant', 'g', { tool_calls: '[1]' }),
      hi,
      say('assistant', 'h', { tool_calls: '[]' }),
      hi,
    ]),
    'where a server is lenient': chat(
      [hi, say('assistant', 'a', { tool_calls: [] }), hi, say('assistant', 'b', { tool_calls: null }), hi],
      {
        rules: { callList: 'lenient' },
      },
    ),
    'calls of a user': chat([say('user', 'a', { tool_calls: [] })]),
    'three calls where two may be': chat(
      [hi, asks(tool('x'), tool('y'), tool('z')), answers('x'), answers('y'), answers('z'), hi],
      {
        rules: { maxCallsPerMessage: 2 },
      },
    ),
    'five calls where two may be, answered in another order': chat(
      [
        hi,
        asks(...['1', '2', '3', '4', '5'].map((id) => tool(id))),
        ...['5', '4', '3', '2', '1'].map((id) => answers(id)),
        hi,
      ],
      { rules: { maxCallsPerMessage: 2 } },
    ),
    'two calls where two may be': chat([hi, asks(tool('x'), tool('y')), answers('x'), answers('y'), hi], {
      rules: { maxCallsPerMessage: 2 },
    }),
    'an error with a limit': chat([hi, asks(tool('x'), tool('y')), answers('x'), answers('y')], {
      error: refused(
        "Invalid 'messages[1].tool_calls': array too long. Expected an array with maximum length 1, but got an array with length 2 instead.",
      ),
    }),
  },
  tool_definitions_missing: {
    'a reference to a tool that a message has defined, and that a later one will': claude(
      [
        user('a'),
        assistant(call('x')),
        user(result('x', [{ type: 'tool_reference', tool_name: 'later' }])),
        { role: 'system', content: [{ type: 'tool_definition', name: 'later' }] },
        assistant(text('b')),
        user('c'),
      ],
      {
        request: {
          model: 'claude-sonnet-4-5',
          max_tokens: 9,
          tools: [{ name: 'read_file', input_schema: { type: 'object' } }],
        },
      },
    ),
    'a name as long as may be': claude(
      [user('a'), assistant(call('x', { name: 'n'.repeat(200) })), user(result('x'))],
      {
        rules: { toolNames: token },
        request: { model: 'claude-sonnet-4-5', max_tokens: 9 },
      },
    ),
    'no tools at all, names in order': claude(
      [
        user('a'),
        assistant(call('x', { name: 'write' }), call('y'), call('z')),
        user(result('x'), result('y'), result('z')),
      ],
      {
        request: { model: 'claude-sonnet-4-5', max_tokens: 9 },
      },
    ),
    'an empty list of tools': claude(ran, { request: { model: 'claude-sonnet-4-5', max_tokens: 9, tools: [] } }),
    'other tools than those that were called': claude(ran, {
      request: {
        model: 'claude-sonnet-4-5',
        max_tokens: 9,
        tools: [{ name: 'other', input_schema: { type: 'object' } }],
      },
    }),
    'a name that breaks the rules, and one of the provider': claude(
      [
        user('a'),
        assistant(call('x', { name: 'a b' })),
        user(result('x')),
        assistant(search('srvtoolu_1'), found('srvtoolu_1')),
        user('b'),
      ],
      { rules: { toolNames: token }, request: { model: 'claude-sonnet-4-5', max_tokens: 9 } },
    ),
    'tools of Converse': converse([
      say('user', [{ text: 'a' }]),
      say('assistant', [{ toolUse: { toolUseId: 'x', name: 'f', input: {} } }]),
      say('user', [{ toolResult: { toolUseId: 'x', content: [{ text: 'ok' }] } }]),
    ]),
    'an error of the provider': claude(ran, {
      error: refused('Requests which include `tool_use` or `tool_result` blocks must define tools'),
    }),
    'a reference to a tool that is there, to one that is not, and to both': claude(
      [
        user('a'),
        assistant(call('x'), call('y'), call('z')),
        user(
          result('x', [{ type: 'tool_reference', tool_name: 'read_file' }]),
          result('y', [{ type: 'tool_reference', tool_name: 'gone' }]),
          result('z', [
            { type: 'tool_reference', tool_name: 'gone' },
            { type: 'tool_reference', tool_name: 'read_file' },
            text('b'),
          ]),
        ),
      ],
      {
        request: {
          model: 'claude-sonnet-4-5',
          max_tokens: 9,
          tools: [{ name: 'read_file', input_schema: { type: 'object' } }],
        },
      },
    ),
  },
}
