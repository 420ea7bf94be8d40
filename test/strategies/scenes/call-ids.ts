import { assistant, call, found, result, search, text, thinking, user } from '../anthropic.ts'
import { answered, answers, asked, asks, fetched, hi, item, open, output, part, ran, tool } from './messages.ts'
import { chat, claude, gemini, refused, responses, type Scenes } from './scene.ts'

/** As the provider takes them, or another one. */
const token = { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 200, replacement: '_' }

/** The ids of calls. */
export const callIds: Scenes = {
  tool_call_id_duplicate: {
    'an item twice, reasoning before the second': responses([
      hi,
      item('function_call', { call_id: 'x', name: 'f', arguments: '{}' }),
      item('reasoning', { id: 'rs_1', summary: [], encrypted_content: 'x' }),
      item('function_call', { call_id: 'x', name: 'f', arguments: '{}' }),
      output('x'),
    ]),
    'an item twice, the answered first, reasoning before the second': responses([
      hi,
      item('function_call', { call_id: 'x', name: 'f', arguments: '{}' }),
      output('x'),
      item('reasoning', { id: 'rs_1', summary: [], encrypted_content: 'x' }),
      item('function_call', { call_id: 'x', name: 'f', arguments: '{}' }),
    ]),
    'an item twice, the answered first, reasoning behind the second': responses([
      hi,
      item('function_call', { call_id: 'x', name: 'f', arguments: '{}' }),
      output('x'),
      item('function_call', { call_id: 'x', name: 'f', arguments: '{}' }),
      item('reasoning', { id: 'rs_1', summary: [], encrypted_content: 'x' }),
      item('function_call', { call_id: 'y', name: 'f', arguments: '{}' }),
      output('y'),
    ]),
    'calls of a message written twice, and another': claude([
      user('a'),
      assistant(text('b'), call('x')),
      assistant(text('b'), call('x')),
      user(result('x')),
    ]),
    'two of one turn': claude([
      user('a'),
      assistant(call('x'), call('x', { input: { a: 1 } })),
      user(result('x'), result('x', 'b')),
    ]),
    'a copy without a result': claude([user('a'), assistant(call('x'), call('x')), user(result('x'))]),
    'a copy beside thinking': claude([user('a'), assistant(thinking(), call('x'), call('x')), user(result('x'))]),
    'a message written twice': claude([...open, assistant(call('x')), user(result('x'))]),
    'two turns where ids are unique': claude([...ran, assistant(call('x')), user(result('x', 'b'))], {
      rules: { callIdScope: 'transcript' },
    }),
    'two turns': claude([...ran, assistant(call('x')), user(result('x', 'b'))]),
    'two items, one behind reasoning': responses([
      hi,
      fetched('x'),
      output('x'),
      item('reasoning', { id: 'rs_1', summary: [], encrypted_content: 'x' }),
      item('function_call', { call_id: 'x', name: 'f', arguments: '{}' }),
    ]),
    'one item twice': responses([hi, fetched('x'), fetched('x'), output('x')]),
    'an item twice, without an id of its own': responses([
      hi,
      item('function_call', { call_id: 'x', name: 'f', arguments: '{}' }),
      item('function_call', { call_id: 'x', name: 'f', arguments: '{}' }),
      output('x'),
    ]),
    'an error of the provider': claude([...ran, assistant(call('x')), user(result('x', 'b'))], {
      error: refused('messages.3.content.0: `tool_use` ids must be unique'),
    }),
  },
  tool_call_id_invalid: {
    'of two parallel calls': claude([
      user('a'),
      assistant(call(''), call('')),
      user(result('x', 'b'), result('y', 'c')),
    ]),
    'of two parallel calls and of their results': claude([
      user('a'),
      assistant(call(''), call('')),
      user(result('', 'b'), result('', 'c')),
    ]),
    'of a search': claude([user('a'), assistant(search(''), found('srvtoolu_1'), text('b')), user('c')]),
    'of the result of a search': claude([user('a'), assistant(search('srvtoolu_1'), found(''), text('b')), user('c')]),
    'nine, of a place where the first is taken': chat(
      [hi, asks(tool('1234567890'), tool('ab.cd')), answers('1234567890'), answers('ab.cd')],
      {
        error: refused('Tool call id has to be defined in alphanumeric with length 5'),
      },
    ),
    'a result without one where none need be': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f')),
      part('user', answered('f')),
    ]),
    'an empty one where none need be': gemini([
      part('user', { text: 'a' }),
      part('model', { functionCall: { id: '', name: 'f', args: {} } }),
      part('user', answered('f')),
    ]),
    'results under no id and another one, of a model that compares them': gemini(
      [
        part('user', { text: 'a' }),
        part('model', asked('f', '1'), asked('g', '2')),
        part('user', answered('f'), answered('g', '3')),
        part('user', { text: 'b' }),
      ],
      { request: { model: 'gemini-3.5-flash' } },
    ),
    'results under another id, of a model that does not compare them': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f', '1')),
      part('user', answered('f', '3')),
    ]),
    'a dot, a space, nothing': claude([
      user('a'),
      assistant(call('call.1'), call('_ x'), call('')),
      user(result('call.1'), result('_ x'), result('')),
    ]),
    'too long': claude([user('a'), assistant(call('i'.repeat(257))), user(result('i'.repeat(257)))], {
      rules: { callIds: { ...token, maxLength: 256 } },
    }),
    'as long as may be': claude([user('a'), assistant(call('i'.repeat(256))), user(result('i'.repeat(256)))], {
      rules: { callIds: { ...token, maxLength: 256 } },
    }),
    'two that would become one': claude([
      user('a'),
      assistant(call('a.b'), call('a:b')),
      user(result('a.b'), result('a:b')),
    ]),
    'of a tool of the provider': claude([user('a'), assistant(search('ws-1'), found('ws-1'), text('b')), user('c')]),
    'none at all': claude([user('a'), assistant({ ...call('x'), id: undefined }), user(result('x'))]),
    'a result without one': claude([...open, user({ ...result('x'), tool_use_id: undefined })]),
    'a result without one, of two': claude([
      user('a'),
      assistant(call('x'), call('y')),
      user({ ...result('x'), tool_use_id: '' }, result('y')),
    ]),
    'exactly nine': chat(
      [
        hi,
        asks(tool('call_abc-123'), tool('abcdefghi'), tool('abc')),
        answers('call_abc-123'),
        answers('abcdefghi'),
        answers('abc'),
      ],
      {
        request: { model: 'mistral-large-latest' },
        dialect: 'mistral',
      },
    ),
    'an error that wants nine': chat([hi, asks(tool('call_abc-123')), answers('call_abc-123')], {
      error: refused('Tool call id was call_abc-123 but must be a-z, A-Z, 0-9, with a length of 9.'),
    }),
    'an error with a limit': chat([hi, asks(tool('i'.repeat(40))), answers('i'.repeat(40))], {
      error: refused(
        "Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length 30, but got a string with length 40 instead.",
      ),
    }),
    'an error without one': gemini(
      [part('user', { text: 'a' }), part('model', asked('f', 'a.b')), part('user', answered('f', 'a.b'))],
      {
        error: refused("messages.1.content.0.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'"),
      },
    ),
  },
}
