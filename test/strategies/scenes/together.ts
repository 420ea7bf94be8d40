import { assistant, call, found, result, search, text, thinking, user } from '../anthropic.ts'
import { answers, asks, hi, output } from './messages.ts'
import { chat, claude, converse, refused, responses, type Scenes } from './scene.ts'

const tool = (id: string, name = 'f'): object => ({ id, type: 'function', function: { name, arguments: '{}' } })
const fetched = (id: string): object => ({ type: 'function_call', call_id: id, name: 'f', arguments: '{}' })
const use = (id: string): object => ({ toolUse: { toolUseId: id, name: 'f', input: {} } })
const used = (id: string): object => ({ toolResult: { toolUseId: id, content: [{ text: 'ok' }] } })
const says = (role: string, ...content: object[]): object => ({ role, content })
const redacted = (data: string): object => ({ type: 'redacted_thinking', data })
const searched = (id: string): object => ({
  ...found(id),
  content: [{ type: 'web_search_result', title: id, url: 'https://a.example', encrypted_content: 'EnCx' }],
})

/** Two faults at once, in one place or at both ends, and what one repair of them means for the other. */
export const together: Scenes = {
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
    'of a lifetime that is none': claude([
      user({ ...text('a'), cache_control: { type: 'ephemeral', ttl: '2h' } }),
      assistant({ ...text('b'), cache_control: { type: 'ephemeral', ttl: '5m' } }),
      user({ ...text('c'), cache_control: { type: 'lasting' } }),
    ]),
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
