import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import { assistant, call, result, text, user } from '../anthropic.ts'
import { hi, part, say } from './messages.ts'
import { chat, claude, converse, gemini, refused, type Scenes } from './scene.ts'

const toolCall = { id: 'x', type: 'function', function: { name: 'f', arguments: '{}' } }
const answer = { role: 'tool', tool_call_id: 'x', content: 'ok' }
const none = { user: 'refused', assistant: 'refused', system: 'refused', tool: 'refused', unknown: 'refused' } as const

/** What the messages hold, or do not. */
export const content: Scenes = {
  empty_content_message: {
    'words in the field of another format': claude([
      { role: 'user', parts: [{ text: 'a' }, 'b'] } as never,
      assistant(text('c')),
      { role: 'user', parts: [{ text: 'd' }, { inlineData: { mimeType: 'image/png', data: 'AAAA' } }] } as never,
    ]),
    'words in the text of a message': claude([
      user('a'),
      assistant(text('b')),
      { role: 'user', text: 'c' } as never,
      { role: 'user', content: [] } as never,
    ]),
    'an error about each role': chat(
      [
        say('system', ''),
        say('user', ''),
        hi,
        say('assistant', ''),
        hi,
        say('tool', '', { tool_call_id: 'x' }),
        { role: 'user' },
      ],
      {
        error: refused(
          'messages.1: all messages must have non-empty content except for the optional final assistant message',
        ),
      },
    ),
    'in another field: a list, a number, a blank': claude([
      user('a'),
      { role: 'assistant', content: [], parts: [] },
      { role: 'assistant', content: [], text: 7 },
      { role: 'user', content: [], text: ' ' },
      user('b'),
    ]),
    'of a user, between others and alone': claude([
      user('a'),
      assistant(text('b')),
      { role: 'user', content: [] },
      assistant(text('c')),
      { role: 'user', content: '' },
      user('d'),
    ]),
    'the only one': claude([{ role: 'user', content: [] }]),
    'of an assistant': claude([user('a'), { role: 'assistant', content: [] }, user('b')]),
    'missing, null, and of a system': claude([
      { role: 'system', content: '' },
      user('a'),
      { role: 'assistant' },
      user('b'),
      { role: 'assistant', content: null },
      user('c'),
    ]),
    'in the field of another format': claude([
      user('a'),
      { role: 'assistant', content: [], parts: [{ text: 'b' }] },
      { role: 'user', parts: [{ text: 'c' }] },
      { role: 'user', text: ' ' },
      user('d'),
    ]),
    'null beside calls': chat([hi, say('assistant', null, { tool_calls: [toolCall] }), answer]),
    'null without calls, empty lists': chat([
      hi,
      say('assistant', null),
      hi,
      say('assistant', []),
      hi,
      say('user', ''),
    ]),
    'a refusal without content': chat(
      [hi, say('assistant', null, { refusal: 'No.' }), hi, say('assistant', '', { refusal: 'No.' })],
      { rules: { emptyContent: none, absentContent: 'refused' } },
    ),
    'calls without a word where one is wanted': chat(
      [
        hi,
        say('assistant', null, { tool_calls: [toolCall] }),
        answer,
        say('assistant', '', { tool_calls: [{ ...toolCall, id: 'y' }] }),
        { ...answer, tool_call_id: 'y' },
      ],
      {
        rules: { emptyContent: none, emptyBesideCalls: 'refused' },
      },
    ),
    'an empty list beside calls': chat([hi, say('assistant', [], { tool_calls: [toolCall] }), answer]),
    'nothing but reasoning': chat([hi, say('assistant', '', { reasoning_content: 'Hm.' }), hi], {
      rules: { emptyContent: none },
    }),
    'of any role': gemini([part('user', { text: 'a' }), part('model'), { role: 'user' }, part('user', { text: 'b' })]),
    'absent where it may be': chat([hi, { role: 'assistant' }, hi], { rules: { absentContent: 'allowed' } }),
    'an error of the provider': claude([user('a'), { role: 'assistant', content: [] }, user('b')], {
      error: refused(
        'messages.1: all messages must have non-empty content except for the optional final assistant message',
      ),
    }),
    'an error about empty arrays': chat([hi, say('assistant', [], { tool_calls: [toolCall] }), answer], {
      rules: { emptyLists: 'allowed' },
      error: refused(
        "Invalid 'messages[1].content': empty array. Expected an array with minimum length 1, but got an empty array instead.",
      ),
    }),
    'an error about an assistant': chat([hi, say('assistant', '', { tool_calls: [toolCall] }), answer], {
      error: refused('Invalid assistant message: content or tool_calls must be set'),
    }),
  },
  blank_text: {
    'empty, spaces, and beside others': claude([
      user(text(''), text('a')),
      assistant(text(' \n'), text('b')),
      user(text('c')),
    ]),
    'the whole of a message': claude([user('a'), assistant(text(' ')), user('b'), assistant(text('c')), user(' ')]),
    'said in another field': claude([user({ type: 'text', text: '', content: 'Words.' }), assistant(text('b'))]),
    signed: gemini([
      part('user', { text: 'a' }),
      part('model', { text: '', thoughtSignature: 'AAAA' }),
      part('user', { text: '' }, { text: ' ' }, { text: 'b' }),
    ]),
    'where empty ones may be': claude([user(text(''), text(' '), text('a'))], {
      rules: { blankText: 'empty-allowed' },
    }),
    'where all may be': chat([say('user', [text(''), text('a')])]),
    'an error of the provider': chat([say('user', [text(''), text('a')])], {
      error: refused('messages: text content blocks must be non-empty'),
    }),
  },
  search_result_invalid: {
    'an empty seal on a document, which is no text that cites': claude([
      user({
        type: 'document',
        source: { type: 'text', media_type: 'text/plain', data: 'a' },
        citations: [{ type: 'web_search_result_location', encrypted_index: '' }],
      }),
    ]),
  },

  tool_result_content_invalid: {
    'pictures as a server of tools gives them, and as OpenAI writes them': claude([
      user('a'),
      assistant(call('x')),
      user(
        result('x', [
          { type: 'image', data: tinyPng().data, mimeType: 'image/png' },
          { type: 'image_url', image_url: { url: `data:image/png;base64,${tinyPng().data}` } },
          { type: 'image_url', image_url: 'https://a.example/p.png' },
          { type: 'image_url', image_url: 'data:text/plain,a' },
        ]),
      ),
    ]),
    'blank texts after an error, beside one that says something and alone': converse(
      [
        { role: 'user', content: [{ text: 'a' }] },
        {
          role: 'assistant',
          content: ['x', 'y'].map((toolUseId) => ({ toolUse: { toolUseId, name: 'f', input: {} } })),
        },
        {
          role: 'user',
          content: [
            { toolResult: { toolUseId: 'x', content: [{ text: ' ' }, { text: 'ok' }] } },
            { toolResult: { toolUseId: 'y', content: [{ text: '' }] } },
          ],
        },
      ],
      { error: refused('messages: text content blocks must be non-empty') },
    ),
  },
  trailing_whitespace: {
    'where it is well': chat([hi, say('assistant', 'b ')]),
    'of a system, and of one without a text': claude([user('a'), assistant({ type: 'text' })]),
    'at the end of the last': claude([user('a'), assistant(text('b'), text('c \n'))]),
    'in front, in between, of a user, and nothing else': claude([user('a '), assistant(text(' b ')), user('c ')]),
    'in a store': claude([user('a'), assistant(text('b '))], { purpose: 'stored' }),
    'behind the last text': claude([user('a'), assistant(text('b '), call('x'))], { purpose: 'stored' }),
    'an error of the provider': chat([hi, say('assistant', 'b ')], {
      error: refused('messages: final assistant content cannot end with trailing whitespace'),
    }),
  },
  invalid_unicode: {
    'in a text, an input, a key and the request': claude(
      [user('a\uD800'), assistant(call('x', { input: { 'k\uDC00': 'v' } })), user(result('x', '\uD83D'))],
      {
        request: {
          model: 'claude-sonnet-4-5',
          system: 'Be \uD800.',
          metadata: { user_id: 'u\uDC00' },
          messages: ['\uD800'],
        } as never,
      },
    ),
    'whole characters': claude([user('a 😀'), assistant(text('b'))]),
  },
  unspecified_structural: {
    'all that another provider may mind': claude(
      [
        user('a'),
        user('b'),
        assistant(call('x'), { type: 'thinking', thinking: '', signature: 'c2ln' }),
        user(result('x')),
        assistant(call('x'), text('')),
        user(result('x', 'c')),
        { role: 'assistant', content: [] },
        { role: 'user' },
        { role: 'assistant', content: '' },
        { role: 'system', content: '' },
        assistant(text('d')),
      ],
      {
        rules: {
          alternation: 'free',
          prefill: true,
          blankText: 'allowed',
          absentContent: 'allowed',
          thinkingLeads: false,
          emptyContent: {
            user: 'allowed',
            assistant: 'allowed',
            system: 'allowed',
            tool: 'allowed',
            unknown: 'allowed',
          },
        },
        error: refused('The messages parameter is illegal. Please check the documentation.'),
      },
    ),
    'twice the assistant, a blank text, an open end': chat([hi, say('assistant', ''), say('assistant', 'b ')], {
      error: { error: { message: 'invalid request body', code: 'invalid_request_body' } },
    }),
    'nothing to be found': claude([user('a'), assistant(text('b')), user('c')], {
      error: refused('The messages parameter is illegal. Please check the documentation.'),
    }),
  },
}
