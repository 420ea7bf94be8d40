import { assistant, call, found, result, search, text, user } from '../anthropic.ts'
import { answers, asks, hi, output, part } from './messages.ts'
import { chat, claude, converse, gemini, refused, responses, type Scenes } from './scene.ts'

const tool = (id: string, name = 'f'): object => ({ id, type: 'function', function: { name, arguments: '{}' } })
const fetched = (id: string): object => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
const pointer = (id: string): object => ({ type: 'item_reference', id })
const asked = (name: string): object => ({ functionCall: { name, args: {} } })
const answered = (name: string): object => ({ functionResponse: { name, response: { output: name } } })
const nameless = (output: string): object => ({ functionResponse: { response: { output } } })
const use = (id: string): object => ({ toolUse: { toolUseId: id, name: 'f', input: {} } })
const says = (role: string, ...content: object[]): object => ({ role, content })
const untold = { rules: { toolsDemanded: false } } as const
const searched = (id: string): object => ({
  ...found(id),
  content: [{ type: 'web_search_result', title: id, url: 'https://a.example', encrypted_content: 'EnCx' }],
})

/** A fault of a result, and another one at once. */
export const resultsTogether: Scenes = {
  tool_result_missing: {
    'of calls without a name, and without an id': claude([
      user('a'),
      assistant(call('x', { name: undefined }), { type: 'tool_use', name: 'f', input: {} }),
      user('b'),
    ]),
    'of a call without a name, whose result stands there without one': gemini([
      part('user', { text: 'a' }),
      part('model', { functionCall: { args: {} } }),
      part('user', nameless('out')),
    ]),
    'an approval that an error says is missing': responses(
      [hi, { type: 'mcp_approval_request', id: 'mcpr_1', name: 'f', server_label: 's', arguments: '{}' }, hi],
      { error: refused('No tool output found for function call mcpr_1.') },
    ),
    'two searches in two messages of one turn': claude([
      user('a'),
      assistant(search('srvtoolu_1')),
      assistant(found('srvtoolu_1'), search('srvtoolu_2')),
      assistant(text('b')),
      user('c'),
    ]),
    'a search of one id that was answered, and one that was not': claude([
      user('a'),
      assistant(search('srvtoolu_1'), found('srvtoolu_1'), text('b')),
      user('c'),
      assistant(search('srvtoolu_1', { input: { q: 1 } }), text('d')),
      user('e'),
    ]),
    'two calls of one message, two of another': claude([
      user('a'),
      assistant(call('1'), call('2')),
      user('b'),
      assistant(call('3'), text('c'), call('4')),
    ]),
    'two of three': claude([user('a'), assistant(call('1'), call('2'), call('3')), user(result('2'), text('b'))]),
    'two messages of calls in a row': claude([user('a'), assistant(call('1')), assistant(call('2')), user('b')]),
    'two messages of tools': chat([hi, asks(tool('1'), tool('2')), hi, asks(tool('3'), tool('4')), answers('4')]),
    'two items, and two in parallel': responses([hi, fetched('1'), fetched('2'), hi, fetched('3'), hi]),
    'two contents': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f'), asked('g')),
      part('user', answered('g')),
      part('model', asked('f'), asked('f')),
      part('user', { text: 'b' }),
    ]),
    'two messages of Converse in a row': converse(
      [
        says('user', { text: 'a' }),
        says('assistant', use('1'), use('2')),
        says('assistant', use('3')),
        says('user', { text: 'b' }),
      ],
      untold,
    ),
    'two searches': claude([user('a'), assistant(search('srvtoolu_1'), search('srvtoolu_2'), text('b')), user('c')]),
    'a search and a call': claude([user('a'), assistant(search('srvtoolu_1'), call('1')), user('c')]),
    'a search that waits for the client': claude([
      user('a'),
      assistant(search('srvtoolu_1'), call('1')),
      user(result('1')),
    ]),
    'a search that waits for the client, and goes on': claude([
      user('a'),
      assistant(search('srvtoolu_1'), call('1')),
      user(result('1')),
      assistant(found('srvtoolu_1'), text('b')),
      user('c'),
    ]),
    'a search that waited, then a person spoke': claude([
      user('a'),
      assistant(search('srvtoolu_1'), call('1')),
      user(result('1'), text('b')),
      assistant(found('srvtoolu_1'), text('c')),
      user('d'),
    ]),
    'a search at the end': claude([user('a'), assistant(search('srvtoolu_1'))]),
    'a search whose turn is over': claude([
      user('a'),
      assistant(search('srvtoolu_1'), text('b')),
      user('c'),
      assistant(text('d')),
    ]),
    'two that are open, of turns that both were spoken in': claude(
      [user('a'), assistant(call('1')), user('b'), assistant(call('2'))],
      { purpose: 'stored' },
    ),
    'calls in front of pointers': responses([hi, fetched('1'), fetched('2'), pointer('fc_9'), hi, fetched('3'), hi]),
    'calls in front of a pointer to what the model said': responses([hi, fetched('1'), pointer('msg_9'), hi]),
    'calls of one id, one behind a pointer': responses([hi, pointer('fc_9'), output('1'), output('1', 'more'), hi]),
    'two pointers, two outputs, and one too many': responses([
      pointer('fc_8'),
      output('1'),
      pointer('fc_9'),
      output('2'),
      output('3'),
      hi,
    ]),
    'an output before its pointer': responses([output('1'), pointer('fc_9'), hi]),
    'two that a server was told of': responses([hi, pointer('fc_9'), fetched('1'), pointer('fc_8'), hi], {
      error: refused('No tool output found for function call 1.'),
    }),
    'an approval that need not be answered': responses([
      hi,
      { type: 'mcp_approval_request', id: 'mcpr_1', name: 'f', server_label: 's', arguments: '{}' },
      hi,
    ]),
  },
  tool_result_orphan: {
    'two in one message, and one at the end': claude([
      user('a'),
      assistant(text('b')),
      user(result('1', 'one'), result('2', 'two'), text('c')),
      assistant(text('d')),
      user(result('3', 'three')),
    ]),
    'two messages': chat([hi, answers('1', 'one'), answers('2', 'two'), hi, answers('3', 'three')]),
    'two items': responses([output('1', 'one'), output('2', 'two'), hi]),
    'two of the provider': claude([
      user('a'),
      assistant(searched('srvtoolu_1'), searched('srvtoolu_2'), text('b')),
      user('c'),
    ]),
    'one of the provider behind other text, one before its call': claude([
      user('a'),
      assistant(searched('srvtoolu_1'), search('srvtoolu_1'), text('b')),
      user('c'),
    ]),
    'one of the provider before two calls': claude([
      user('a'),
      assistant(searched('srvtoolu_1'), search('srvtoolu_1'), search('srvtoolu_1'), text('b')),
      user('c'),
    ]),
    'one in a turn of the user': claude([
      user('a'),
      assistant(search('srvtoolu_1'), text('b')),
      user(found('srvtoolu_1'), text('c')),
    ]),
    'an empty name and one of another call': responses([hi, fetched('1'), output(''), output(undefined), hi]),
  },
  tool_result_duplicate: {
    'three for one call, two for another': claude([
      user('a'),
      assistant(call('1'), call('2')),
      user(result('1'), result('2'), result('1', 'b'), result('1', 'c'), result('2', 'd')),
    ]),
    'one late, behind a later call of the same id': claude([
      user('a'),
      assistant(call('1')),
      user(result('1')),
      assistant(call('1')),
      user(result('1', 'b')),
      assistant(text('c')),
      user(result('1', 'd')),
    ]),
    'of the provider': claude([
      user('a'),
      assistant(search('srvtoolu_1'), searched('srvtoolu_1'), found('srvtoolu_1'), searched('srvtoolu_1'), text('b')),
      user('c'),
    ]),
    'of messages, late': chat([
      hi,
      asks(tool('1'), tool('2')),
      answers('1'),
      answers('2'),
      hi,
      answers('1', 'b'),
      answers('2', 'c'),
    ]),
    'of items, whose first is a placeholder': responses([
      hi,
      fetched('1'),
      output('1', '[session-recovery] This tool call was never started; it had no effect.'),
      hi,
      output('1', 'late'),
      output('1', 'later'),
    ]),
  },
  tool_result_misplaced: {
    'results without ids and names, then an answer': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f'), asked('g')),
      part('user', nameless('1'), nameless('2')),
      part('model', { text: 'b' }),
      part('user', { text: 'c' }),
      part('model', asked('f')),
      part('user', answered('g'), nameless('3')),
      part('model', { text: 'd' }),
    ]),
    'two that came late': claude([
      user('a'),
      assistant(call('1'), call('2')),
      user('b'),
      assistant(text('c')),
      user(result('2'), result('1'), text('d')),
    ]),
    'two behind texts': claude([
      user('a'),
      assistant(call('1'), call('2')),
      user(text('b'), result('1'), text('c'), result('2')),
    ]),
    'one late, its call open twice': claude([
      user('a'),
      assistant(call('1')),
      user('b'),
      assistant(call('1')),
      user('c'),
      assistant(text('d')),
      user(result('1')),
    ]),
    'one late, of three open calls, one answered': claude([
      user('a'),
      assistant(call('1')),
      user(result('1')),
      assistant(call('1')),
      user('c'),
      assistant(text('d')),
      user(result('1', 'late')),
    ]),
    'two messages that came late': chat([hi, asks(tool('1'), tool('2')), hi, answers('2'), answers('1'), hi]),
    'two searches': claude([
      user('a'),
      assistant(search('srvtoolu_1'), search('srvtoolu_2'), text('b')),
      user('c'),
      assistant(found('srvtoolu_2'), found('srvtoolu_1'), text('d')),
      user('e'),
    ]),
    'results without ids, in order': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f'), asked('g'), asked('f')),
      part('user', answered('g'), answered('f'), answered('h'), answered('f')),
    ]),
    'results without ids and names': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f'), asked('g')),
      part('user', nameless('1'), nameless('2'), nameless('3')),
    ]),
    'results without ids, one turn late': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f')),
      part('user', { text: 'b' }),
      part('model', { text: 'c' }),
      part('user', answered('f')),
    ]),
    'calls in two contents and their results in three': gemini([
      part('user', { text: 'a' }),
      part('model', asked('f'), asked('g'), asked('h')),
      part('user', answered('f')),
      part('user', answered('g')),
      part('user', answered('h'), { text: 'b' }),
    ]),
  },
}
