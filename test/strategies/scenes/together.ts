import { assistant, call, found, result, search, text, thinking, user } from '../anthropic.ts'
import { hi, part } from './messages.ts'
import { chat, claude, converse, gemini, refused, responses, type Scenes } from './scene.ts'

const tool = (id: string, name = 'f'): object => ({ id, type: 'function', function: { name, arguments: '{}' } })
const asks = (...calls: object[]): object => ({ role: 'assistant', content: null, tool_calls: calls })
const answers = (id: unknown, content = 'ok'): object => ({ role: 'tool', content, tool_call_id: id })
const fetched = (id: string): object => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
const output = (id: unknown, value = 'ok'): object => ({ type: 'function_call_output', call_id: id, output: value })
const pointer = (id: string): object => ({ type: 'item_reference', id })
const asked = (name: string): object => ({ functionCall: { name, args: {} } })
const answered = (name: string): object => ({ functionResponse: { name, response: { output: name } } })
const use = (id: string): object => ({ toolUse: { toolUseId: id, name: 'f', input: {} } })
const used = (id: string): object => ({ toolResult: { toolUseId: id, content: [{ text: 'ok' }] } })
const says = (role: string, ...content: object[]): object => ({ role, content })
const untold = { rules: { toolsDemanded: false } } as const
const redacted = (data: string): object => ({ type: 'redacted_thinking', data })
const searched = (id: string): object => ({
  ...found(id),
  content: [{ type: 'web_search_result', title: id, url: 'https://a.example', encrypted_content: 'EnCx' }],
})

/** Two faults at once, in one place or at both ends, and what one repair of them means for the other. */
export const together: Scenes = {
  tool_result_missing: {
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
      part(
        'user',
        { functionResponse: { response: { output: '1' } } },
        { functionResponse: { response: { output: '2' } } },
      ),
      part('model', { text: 'b' }),
      part('user', { text: 'c' }),
      part('model', asked('f')),
      part('user', answered('g'), { functionResponse: { response: { output: '3' } } }),
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
      part(
        'user',
        { functionResponse: { response: { output: '1' } } },
        { functionResponse: { response: { output: '2' } } },
        { functionResponse: { response: { output: '3' } } },
      ),
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
  tool_call_id_duplicate: {
    'three with one id, of which one is a copy': claude([
      user('a'),
      assistant(call('1'), call('1', { input: { a: 1 } }), call('1')),
      user(result('1'), result('1', 'b'), result('1', 'c')),
    ]),
    'searches with one id': claude([
      user('a'),
      assistant(
        search('srvtoolu_1'),
        found('srvtoolu_1'),
        search('srvtoolu_1', { input: { q: 1 } }),
        searched('srvtoolu_1'),
        text('b'),
      ),
      user('c'),
    ]),
    'a message with two calls, written twice': claude([
      user('a'),
      assistant(call('1'), call('2')),
      assistant(call('1'), call('2')),
      user(result('1'), result('2')),
    ]),
    'messages of tools with one id': chat([
      hi,
      asks(tool('1'), tool('1')),
      answers('1', 'b'),
      answers('1', 'c'),
      asks(tool('1'), tool('1', 'g')),
    ]),
  },
  tool_call_id_invalid: {
    'results without ids, one call open of two': claude([
      user('a'),
      assistant(call('1'), call('2')),
      user(result('1'), { ...result('2'), tool_use_id: undefined }),
    ]),
    'messages without ids': chat([hi, asks(tool('1')), answers(undefined), hi, asks(tool('2')), answers(''), hi]),
    'an item without an id, before and behind its call': responses([
      hi,
      output(undefined, 'a'),
      fetched('1'),
      output(undefined, 'b'),
      hi,
    ]),
    'an item without an id, of two calls': responses([hi, fetched('1'), fetched('2'), output(undefined, 'b'), hi]),
    'an item without an id, of another kind': responses([
      hi,
      { type: 'custom_tool_call', call_id: '1', name: 'f', input: '' },
      output(undefined, 'b'),
      hi,
    ]),
  },
  tool_result_content_invalid: {
    'outputs of two kinds with one id': responses([
      hi,
      { type: 'custom_tool_call', call_id: '1', name: 'f', input: '' },
      fetched('1'),
      output('1', 'f'),
      { type: 'custom_tool_call_output', call_id: '1', output: 'c' },
      hi,
    ]),
  },
  thinking_signature_invalid: {
    'the second of two': claude(
      [user('a'), assistant(thinking('1'), text('b')), user('c'), assistant(thinking('2'), text('d')), user('e')],
      { error: refused('messages.3.content.0: Invalid `signature` in `thinking` block') },
    ),
    'the first that is redacted, behind one that is not': claude(
      [
        user('a'),
        assistant(thinking('1'), text('b')),
        user('c'),
        assistant(redacted('x'), text('d')),
        user('e'),
        assistant(redacted('y'), thinking('2'), text('f')),
        user('g'),
      ],
      { error: refused('messages.3.content.0: Invalid `data` in `redacted_thinking` block') },
    ),
    'the second that is redacted': claude(
      [user('a'), assistant(redacted('x'), text('b')), user('c'), assistant(redacted('y'), text('d')), user('e')],
      { error: refused('messages.3.content.0: Invalid `data` in `redacted_thinking` block') },
    ),
    'the second, of a store': claude(
      [user('a'), assistant(thinking('1'), text('b')), user('c'), assistant(thinking('2'), text('d')), user('e')],
      { purpose: 'stored', error: refused('messages.1.content.0: Invalid `signature` in `thinking` block') },
    ),
  },
  role_invalid: {
    'two system messages, a text field and a tool to define': claude(
      [
        { role: 'system', content: 'A' },
        { role: 'system', content: 'B' },
        user('a'),
        assistant(call('1')),
        user(result('1')),
      ],
      {
        request: { model: 'claude-sonnet-4-5', max_tokens: 9, system: 'S', tools: [] },
      },
    ),
    'two system messages, beside those of the request': converse(
      [
        says('system', { text: 'A' }),
        says('user', { text: 'a' }),
        says('assistant', use('1')),
        says('user', used('1')),
      ],
      {
        request: { model: 'x', system: [{ text: 'S' }] },
      },
    ),
  },
  content_block_invalid: {
    'two pictures of the assistant, before results and before words': claude([
      user('a'),
      assistant(
        call('1'),
        { type: 'image', source: { type: 'url', url: 'https://a.example/1' } },
        { type: 'image', source: { type: 'url', url: 'https://a.example/2' } },
      ),
      user(result('1'), text('b')),
      assistant(text('c'), { type: 'image', source: { type: 'url', url: 'https://a.example/3' } }),
    ]),
    'a picture of the assistant before results alone': claude([
      user('a'),
      assistant(call('1'), { type: 'image', source: { type: 'url', url: 'https://a.example/1' } }),
      user(result('1')),
      user('b'),
    ]),
    'a part of an assistant before messages of tools': chat([
      hi,
      {
        role: 'assistant',
        content: [{ type: 'image_url', image_url: { url: 'https://a.example/1' } }],
        tool_calls: [tool('1'), tool('2')],
      },
      answers('1'),
      answers('2'),
      hi,
    ]),
  },
  cache_control_invalid: {
    'two in the request, two in messages, one too many': claude(
      [
        user({ ...text('a'), cache_control: { type: 'ephemeral' } }),
        assistant(text('b')),
        user({ ...text('c'), cache_control: { type: 'ephemeral' } }),
      ],
      {
        request: {
          model: 'claude-sonnet-4-5',
          tools: ['f', 'g', 'h'].map((name) => ({
            name,
            input_schema: { type: 'object' },
            cache_control: { type: 'ephemeral' },
          })),
          system: [{ ...text('s'), cache_control: { type: 'ephemeral' } }],
        },
      },
    ),
  },
}
