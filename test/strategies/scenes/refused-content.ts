import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import { assistant, image, result, text, user } from '../anthropic.ts'
import { answers, asks, hi, item, output, part, say, tool } from './messages.ts'
import { aiSdk, chat, claude, converse, gemini, langchain, refused, responses, type Scenes } from './scene.ts'

/** An error that names its place beside the sentence. */
const refusedAt = (param: string, message: string): object => ({ status: 400, error: { message, param } })
const missed = (param: string): object => refusedAt(param, `Missing required parameter: '${param}'.`)
const picture = { type: 'image_url', image_url: { url: 'https://a.example/1.png' } }
const dot = image(tinyPng().data)
const inLines = tinyPng().data.replace(/.{20}/g, '$&\n')
// Behind its end a picture may hold anything.
const inAddresses = Buffer.concat([Buffer.from(tinyPng().data, 'base64'), Buffer.from('fbff', 'hex')]).toString(
  'base64url',
)
const human = { type: 'human', content: 'Hi' }
const quoted = { type: 'char_location', cited_text: 'a', document_index: 0, start_char_index: 0, end_char_index: 1 }
const annotated = (...annotations: object[]): object =>
  item('message', { id: 'msg_1', role: 'assistant', content: [{ type: 'output_text', text: 'b', annotations }] })
const searched = item('web_search_call', { status: 'completed', action: { type: 'search', query: 'x' } })
const patched = (more: object): object => item('apply_patch_call', { id: 'apc_1', call_id: 'x', ...more })
const created = { type: 'create_file', path: 'a', diff: '+b' }
const point = { cachePoint: { type: 'default' } }
const sheet = (name: string): object => ({ document: { name, format: 'txt', source: { bytes: Buffer.from('a') } } })
const nameRefused =
  "The document file name can only contain alphanumeric characters, whitespace characters, hyphens, parentheses, and square brackets. The name can't contain more than one consecutive whitespace character."
const turn = (role: string, ...content: unknown[]): object => ({ role, content })

/** What only an error tells of blocks, their fields, marks and media, and what nothing else reaches. */
export const refusedContent: Scenes = {
  content_block_invalid: {
    'a medium where none may stand': aiSdk([
      say('user', [
        { type: 'file', data: 'https://a.example/1', mediaType: 7 },
        { type: 'image', image: 7 },
      ]),
      say('assistant', [
        { type: 'image', image: 'https://a.example/1.png' },
        { type: 'text', text: 'b' },
      ]),
      say('user', 'c'),
    ]),
    'parts of another API, in whole messages': chat(
      [
        hi,
        say('user', [result('gone', [text('ok'), dot])]),
        say('assistant', 'b'),
        say('user', [text('c'), result('gone', '')]),
        say('assistant', 'd'),
        say('user', [
          result('gone', [{ type: 'search_result', source: 'https://a.example', title: 'T', content: [text('e')] }]),
        ]),
      ],
      { allow: 'lossy' },
    ),
    'a citation that is refused': claude(
      [user('a'), assistant({ ...text('b'), citations: [quoted] }), user('c'), assistant(text('d')), user('e')],
      { error: refused('messages.1.content.0.citations.0.document_index: Input should be a valid integer') },
    ),
    'annotations that nobody can read, beside those of others': responses(
      [hi, annotated({ type: 'odd', title: 'Words.' }), hi, annotated({ type: 'odd' }), hi, annotated(), hi],
      { error: refusedAt('input[1].content[0].annotations[0].type', "Invalid value: 'odd'.") },
    ),
    'a field within the call that is named, and within another': responses(
      [
        hi,
        patched({ status: 'completed', operation: created }),
        item('apply_patch_call_output', { call_id: 'x', status: 'completed' }),
        { ...searched, id: 'ws_1' },
        hi,
      ],
      { error: refusedAt('input[1].operation.type', "Invalid value: 'create_file'.") },
    ),
    'lists where only a text may stand, with a picture and without': chat(
      [
        say('system', [text('s'), text('t')]),
        say('user', [text('a'), picture, { type: 'image_url', image_url: {} }]),
        say('assistant', 'b'),
        say('user', [text('c'), picture]),
        say('assistant', 'd'),
        say('user', [text('e')]),
      ],
      {
        allow: 'lossy',
        error: refused("Invalid type for 'messages[1].content': expected a string, but got an array."),
      },
    ),
    'a list where only a text may stand, without consent': chat([say('user', [text('a'), picture])], {
      error: refused("Invalid type for 'messages[0].content': expected a string, but got an array."),
    }),
    'pictures of the model, of which an error names the first': langchain(
      [human, say('assistant', [text('b'), picture]), say('user', [picture]), say('assistant', [picture]), human],
      {
        error: refusedAt(
          'messages[1].content[1].type',
          "Invalid value: 'image_url'. Supported values are: 'text' and 'refusal'.",
        ),
      },
    ),
    'pictures of which an error names no place': langchain([human, say('assistant', [text('b'), picture]), human], {
      error: refused("Invalid value: 'image_url'. Supported values are: 'text' and 'refusal'."),
    }),
    'a picture of a user in a place that an error names': langchain([say('user', [text('a'), picture])], {
      rung: 'all',
      error: refused("Invalid value: 'image_url'. Supported values are: 'text' and 'refusal'."),
    }),
    'items that are to have an id, one that cannot get it beside them': responses(
      [hi, searched, item('odd', { text: 'Words.' }), hi, searched, hi],
      { error: missed('input[1].id') },
    ),
    'calls and words that are to have an id, between those that have one and those that nobody can give one': responses(
      [
        hi,
        item('function_call', { call_id: 'x', name: 'f', arguments: '{}' }),
        output('x'),
        item('message', { id: 'msg_1', role: 'assistant', content: 'b' }),
        item('reasoning', { summary: [], encrypted_content: 'x' }),
        item('message', { role: 'assistant', content: 'c' }),
        hi,
      ],
      { error: missed('input[1].id') },
    ),
    'an item that is to have a field, and one that cannot get it': responses(
      [hi, item('file_search_call', { id: 'fs_1', status: 'completed' }), item('odd', { queries: 1 }), hi],
      { rung: 'all', error: missed('input[1].queries') },
    ),
    'a field that items are to have wherever they stand': responses(
      [hi, item('message', { role: 'assistant', content: 'b' }), hi, item('program', { id: 'p_1' }), hi],
      { error: refused('The request failed because it is missing `input.status` parameter.') },
    ),
    'two keys where one may be': converse(
      [turn('user', { text: 'a', guardContent: { text: { text: 'b' } } }), turn('assistant', { text: 'c' })],
      {
        error: refused(
          'ContentBlock object at messages.0.content.0 can only set one of the following keys: text, image.',
        ),
      },
    ),
    'words in the outputs of a hosted tool, and none': responses([
      hi,
      item('code_interpreter_call', { id: 7, outputs: [{ logs: ['Words.'] }] }),
      item('odd', { outputs: [{ type: 'logs', logs: { text: 'Words.' } }] }),
      item('odd', { outputs: [] }),
      hi,
    ]),
    'what a tool gave back, in a part that says nothing': aiSdk([
      say('user', 'Hi'),
      say('tool', [{ type: 'odd', output: { rows: ['Words.'] } }, { type: 'odd', result: [] }, { type: 'odd' }]),
    ]),
    'reasoning without its type': aiSdk([
      say('user', 'Hi'),
      say('assistant', [
        { text: 'Hm.', providerOptions: { anthropic: { signature: 'c2ln' } } },
        { type: 'text', text: 'b' },
      ]),
      say('user', 'c'),
    ]),
    'flags that are none': aiSdk([
      say('user', 'Hi'),
      say('assistant', [{ type: 'tool-approval-request', approvalId: 'a', toolCallId: 'x' }]),
      say('tool', [{ type: 'tool-approval-response', approvalId: 'a', approved: 'yes' }]),
    ]),
  },
  cache_control_invalid: {
    'points that a model refuses, in all places': converse(
      [turn('user', { text: 'a' }, point), turn('assistant', { text: 'b' }), turn('user', { text: 'c' }, point)],
      {
        request: {
          system: [{ text: 's' }, point],
          toolConfig: { tools: [{ toolSpec: { name: 'f', inputSchema: { json: { type: 'object' } } } }, point] },
        },
        error: {
          status: 403,
          message: '403 You invoked an unsupported model or your request did not allow prompt caching.',
        },
      },
    ),
    'points that a model refuses, lists that hold none or are none': converse([turn('user', { text: 'a' }, point)], {
      request: { system: [{ text: 's' }], toolConfig: 'none' },
      error: {
        status: 403,
        message: '403 You invoked an unsupported model or your request did not allow prompt caching.',
      },
    }),
    'points first, behind thinking and behind documents': converse([
      turn('user', point, { document: { name: 'd', format: 'md', source: { text: 'x' } } }, point),
      turn('assistant', { reasoningContent: { reasoningText: { text: 'Hm.', signature: 'c2ln' } } }, point, {
        text: 'b',
      }),
      turn(
        'user',
        { document: { name: 'e', format: 'pdf', source: { bytes: 'JVBERi0xLjQ=' } } },
        point,
        { text: 'c' },
        point,
      ),
    ]),
    'points with nothing to keep': converse(
      [turn('user', { text: 'a' }, point), turn('assistant', { text: 'b' }, point)],
      {
        error: refused('There is nothing available to cache. Please remove the invalid cache point and try again.'),
      },
    ),
    'a mark that is none': claude([user({ ...text('a'), cache_control: true }, { ...text('b'), cache_control: null })]),
    'the same lifetime, and another, at the end and in the body': claude(
      [user({ ...text('a'), cache_control: { type: 'ephemeral', ttl: '1h' } })],
      { request: { cache_control: { type: 'ephemeral' } } },
    ),
  },
  unknown_field: {
    'a field within a list of another item': responses(
      [hi, annotated({ type: 'file_path', file_id: 'f', index: 1 }), hi],
      {
        error: refusedAt(
          'input[1].content[0].annotations[0].note',
          "Unknown parameter: 'input[1].content[0].annotations[0].note'.",
        ),
      },
    ),
    'a field within a list that says something': responses(
      [hi, annotated({ type: 'file_path', file_id: 'f', index: 1, text: 'Words.' }), hi],
      {
        error: refusedAt(
          'input[1].content[0].annotations[0].text',
          "Unknown parameter: 'input[1].content[0].annotations[0].text'.",
        ),
      },
    ),
    'an error whose field nobody can tell': claude([user('a'), assistant(text('b'))], {
      error: refused('json: unknown field name'),
    }),
    'an error of a role that may not have a field': chat([hi, say('assistant', 'b', { name: 'B' })], {
      error: refused('Only messages of role "user" can have a name.'),
    }),
    'a field within a list': responses(
      [hi, annotated({ type: 'url_citation', url: 'https://a.example', note: 'Words.' }), hi, annotated(), hi],
      {
        error: refusedAt(
          'input[1].content[0].annotations[0].text',
          "Unknown parameter: 'input[1].content[0].annotations[0].text'.",
        ),
      },
    ),
    'an error that names none': chat([hi, say('assistant', 'b', { odd: 1 })], {
      error: refused('messages: Extra inputs are not permitted'),
    }),
    'of a message of a tool, with words in it': chat(
      [hi, asks(tool('x')), answers('x', 'ok', { note: { text: 'Words.' } }), hi],
      { allow: 'lossy', rules: { refusedFields: new Set(['note']) } },
    ),
  },
  media_invalid: {
    'names of documents, which are right as far as anybody knows': converse(
      [
        turn('user', { text: 'a' }, sheet('a_b.pdf'), sheet('c')),
        turn('assistant', { text: 'b' }),
        turn('user', { text: 'c' }, sheet('a_b'), sheet('a-b')),
      ],
      { error: refused(nameRefused) },
    ),
    'names of documents, of which nothing is wrong': converse([turn('user', { text: 'a' }, sheet('a-b'))], {
      error: refused(nameRefused),
    }),
    'a picture of no type, a document of none that is checked': converse([
      turn('user', { text: 'a' }, { document: { name: 'd', format: 'docx', source: { bytes: 'AAAA' } } }),
      turn('assistant', { text: 'b' }),
    ]),
    'a page that is no PDF, and a picture of no format': claude([
      user(
        { type: 'document', source: { type: 'base64', media_type: 'text/plain', data: 'AAAA' } },
        { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
        { type: 'image', source: { type: 'base64', data: tinyPng().data } },
      ),
    ]),
    'a picture of Converse without its format': converse([
      turn('user', { text: 'a' }, { image: { source: { bytes: tinyPng().data } } }),
      turn('assistant', { text: 'b' }),
    ]),
    'a picture of Gemini without its type': gemini([
      part('user', { text: 'a' }, { inlineData: { data: tinyPng().data } }),
    ]),
    'a picture whose bytes stand in lines': chat(
      [say('user', [{ type: 'image_url', image_url: { url: `data:image/png;base64,${inLines}` } }])],
      { error: refused('Invalid base64 image_url.') },
    ),
    'a picture whose bytes stand in the alphabet of addresses': chat(
      [say('user', [{ type: 'image_url', image_url: { url: `data:image/png;base64,${inAddresses}` } }])],
      { error: refused('Invalid base64 image_url.') },
    ),
    'a picture whose address has no type': chat([
      say('user', [{ type: 'image_url', image_url: { url: `data:;base64,${tinyPng().data}` } }]),
    ]),
  },
}
