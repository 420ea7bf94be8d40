import { tinyPdf, tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import { assistant, call, image, result, search, text, thinking, user } from '../anthropic.ts'
import { hi, part, say } from './messages.ts'
import { aiSdk, chat, claude, converse, gemini, langchain, refused, responses, type Scenes } from './scene.ts'

const dot = image(tinyPng().data)

const mark = { cache_control: { type: 'ephemeral' } }
const longMark = { cache_control: { type: 'ephemeral', ttl: '1h' } }
const marked = (value: string, extra: object = mark): object => ({ ...text(value), ...extra })
const asks = { type: 'function_call', id: 'fc_1', call_id: 'x', name: 'f', arguments: '{}' }

/** Blocks that are malformed, unknown, marked or misplaced. */
export const blocks: Scenes = {
  content_block_invalid: {
    'a status and a cache point that are none': converse([
      say('user', [{ text: 'a' }, { cachePoint: { type: 'x' } }]),
      say('assistant', [{ toolUse: { toolUseId: 'x', name: 'f', input: {} } }]),
      say('user', [{ toolResult: { toolUseId: 'x', content: [{ text: 'out' }], status: 'failed' } }]),
    ]),
    'sources without their type, and a PDF without its media type': claude([
      user(
        { type: 'image', source: { media_type: 'image/png', data: tinyPng().data } },
        { type: 'image', source: { url: 'https://a.example/1' } },
        { type: 'document', source: { data: tinyPdf } },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'a' } },
        // No picture is written out in words.
        { type: 'image', source: { type: 'text', media_type: 'image/png', data: tinyPng().data } },
        { type: 'image', source: { type: 'text', media_type: 'text/plain', data: 'a' } },
        { type: 'image', source: { type: 'content', content: [text('a')] } },
      ),
    ]),
    'a status that no item has': responses([
      hi,
      { type: 'reasoning', id: 'rs_1', summary: [], status: 'thought' },
      { type: 'function_call', id: null, call_id: 'x', name: 'f', arguments: '{}', status: 'done' },
      { type: 'custom_tool_call', id: null, call_id: 'y', name: 'f', input: '' },
      { type: 'function_call_output', call_id: 'x', output: 'a', status: 'ok' },
      { type: 'custom_tool_call_output', call_id: 'y', output: 'b' },
    ]),
    'a picture without its type': claude([
      user({ source: { media_type: 'image/gif', data: 'R0lGODlhAQABAAAAACw=' } }, text('a')),
    ]),
    'a thought without its type': claude([user('a'), assistant({ thinking: 'b', signature: 'c' }, text('d'))]),
    'a name that is long, and a blank message': claude([
      user('a'),
      assistant(text('b'), { type: 'x'.repeat(41), text: 'Odd.' }),
      ' ' as never,
      user('c'),
    ]),
    'a document of the assistant with a name': converse([
      say('user', [{ text: 'a' }]),
      say('assistant', [{ text: 'b' }, { document: { name: 'plan', format: 'pdf', source: { bytes: 'AAAA' } } }]),
      say('user', [{ text: 'c' }]),
    ]),
    'a call of a server without its name, a result without content': claude([
      user('a'),
      assistant(
        { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'f', input: {} },
        { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1' },
        text('b'),
      ),
      user('c'),
    ]),
    'a message of a program': langchain([
      { type: 'human', content: 'Hi' },
      { type: 'ai', content: 7 },
      { type: 'ai', content: { text: 'b' } },
      7 as never,
    ]),
    'a message of another program': aiSdk([
      { id: 'a', role: 'user', parts: 'Hi' },
      { id: 'b', role: 'assistant', parts: 7 },
      { id: 'c', role: 'user', parts: [{ type: 'file' }, { type: 'text' }] },
    ]),
    'an error about compaction and thinking that it does not name': responses(
      [
        hi,
        { type: 'compaction', encrypted_content: 'x' },
        { type: 'reasoning', summary: [], encrypted_content: 'x' },
        hi,
      ],
      {
        error: refused("Invalid value: 'compaction'. Supported values are: 'message'."),
      },
    ),
    'nothing that is a block': claude([
      user('a'),
      assistant('b' as never, 7 as never, null as never, { type: 'odd', text: 'Odd.' }, { type: 'odd' }),
      user('c'),
    ]),
    'fields that lack or are of the wrong type': claude([
      user(text('a'), { type: 'text', text: 7 }, { type: 'image', source: 'x' }),
      assistant({ type: 'text' }),
      user('b'),
    ]),
    'a picture and a document of the assistant': claude([
      user('a'),
      assistant(text('b'), dot),
      user('c'),
      assistant(dot),
    ]),
    'a call and thinking of a user': claude([user(text('a'), call('x'), thinking()), assistant(text('b'))]),
    'content that is neither text nor a list': claude([
      user('a'),
      { role: 'assistant', content: { text: 'b' } },
      { role: 'user', content: 7 },
      { role: 'assistant', content: { a: 1 } },
      { role: 'user', content: { type: 'text', text: 'c' } },
    ]),
    'messages that are none': claude(['a' as never, ' ' as never, 7 as never, null as never, ['b'] as never]),
    'items that are none': responses([hi, 'a' as never, { type: 'odd', text: 'Odd.' }, { type: 'odd' }, hi]),
    'an item whose fields are of the wrong type': responses([
      hi,
      { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 7, tools: [] },
      { type: 'compaction', encrypted_content: 7 },
      hi,
    ]),
    'parts of Converse': converse([
      say('user', [{ text: 'a' }, { image: { source: {} } }, { document: { name: 'd' } }]),
      say('assistant', [{ text: 'b' }, { image: { format: 'png', source: { bytes: tinyPng().data } } }]),
      say('user', [{ text: 'c' }]),
    ]),
    'parts of Gemini': gemini([
      part('user', { text: 'a' }, { odd: 1 }, { inlineData: { mimeType: 'image/png' } }),
      part('model', { text: 'b' }),
      part('user', { text: 'c' }),
    ]),
    'parts written as another format does': chat([
      say('user', [
        { type: 'input_text', text: 'a' },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: tinyPng().data } },
      ]),
    ]),
    'an error about a type': responses(
      [hi, { type: 'program', id: 'p_1' }, { type: 'compaction', encrypted_content: 'x' }, hi],
      {
        rung: 'all',
        error: refused("Invalid value: 'compaction'. Supported values are: 'message'."),
      },
    ),
    'an error about a place with thinking in it': claude([user('a'), assistant(thinking(), text('b')), user('c')], {
      error: refused(
        "messages.1.content.0: Input tag 'thinking' found using 'type' does not match any of the expected tags: 'text'",
      ),
    }),
    'an error about what is no text': claude(
      [user('a'), assistant(text('b'), { type: 'container_upload', file_id: 'f' }), user('c')],
      {
        error: refused(
          "messages.1.content.1: Input tag 'container_upload' found using 'type' does not match any of the expected tags: 'text'",
        ),
      },
    ),
  },
  unknown_field: {
    'of a result, of an assistant and of no record': claude([
      user('a'),
      assistant(call('x')),
      user({ ...result('x'), note: { content: 'Words.' } }),
      { ...assistant(text('b')), text: 'Words.' },
      user('c'),
    ]),
    'of a message whose words stand in one of its texts': claude([
      { ...user(text('a'), text('Words.')), content_note: 'Words.', text: 'Words.' },
      assistant(text('b')),
    ]),
    'of a block whose words it says anyway': claude([
      user({ ...text('Some words.'), content: 'words' }),
      assistant(text('b')),
    ]),
    'of what a call is to do, that an error names': responses(
      [
        hi,
        { type: 'local_shell_call', call_id: 'x', action: { type: 'exec', command: ['ls'], env: {}, note: 'n' } },
        { type: 'local_shell_call_output', id: 'x', output: 'ok' },
        hi,
      ],
      { error: refused("Unknown parameter: 'input[1].action.note'.") },
    ),
    'two that errors name': responses(
      [hi, { ...asks, namespace: 'n', parsed: {} }, { type: 'function_call_output', call_id: 'x', output: 'ok' }, hi],
      {
        error: refused("Unknown parameter: 'input[1].namespace'."),
      },
    ),
    'of a message': claude([
      { ...user('a'), id: 1, metadata: {} },
      { ...assistant(text('b')), timestamp: 2 },
      user('c'),
    ]),
    'of a user, with words in it': claude([
      { ...user('a'), text: 'Words.' },
      assistant(text('b')),
      { ...user('c'), note: 'c' },
    ]),
    'of a user, with words that it says anyway': claude([{ ...user('Words.'), text: 'Words.' }, assistant(text('b'))]),
    'of an assistant, with words in it': claude([user('a'), { ...assistant(text('b')), text: 'Words.' }]),
    'of a system, with words in it': claude([user('a'), { role: 'system', content: 'S', text: 'Words.' }], {
      rules: { systemMessages: 'before-assistant' },
    }),
    'of a block': claude([user({ ...text('a'), extra: 1, more: 2 }), assistant({ ...text('b'), extra: undefined })]),
    'of a block, with words in it': claude([
      user({ ...text('a'), content: 'Words.' }),
      assistant({ ...text('b'), content: 'Words.' }, call('x')),
      user({ ...result('x'), text: 'More.' }),
    ]),
    'of a block within': converse(
      [
        say('user', [{ text: 'a' }]),
        say('assistant', [{ toolUse: { toolUseId: 'x', name: 'f', input: {}, extra: 1 } }]),
        say('user', [{ toolResult: { toolUseId: 'x', content: [{ text: 'ok' }], extra: { text: 'Words.' } } }]),
      ],
      { rules: { toolsDemanded: false, refusedFields: new Set(['extra']) } },
    ),
    'that an error names': responses(
      [
        hi,
        { ...asks, namespace: 'n' },
        { type: 'function_call_output', call_id: 'x', output: 'ok', namespace: 'n' },
        hi,
      ],
      {
        error: refused("Unknown parameter: 'input[1].namespace'."),
      },
    ),
    'that is refused, with words in it': responses([
      hi,
      asks,
      { type: 'function_call_output', call_id: 'x', output: 'ok', parsed: { text: 'Words.' } },
      hi,
    ]),
    'that a block cannot be without': claude([user('a'), assistant(text('b'))], {
      rules: { refusedFields: new Set(['text', 'type', 'role', 'content']) },
    }),
    'that is refused on a message': chat([hi, say('assistant', 'b', { reasoning_content: 'Hm.' }), hi], {
      rules: { refusedFields: new Set(['reasoning_content']) },
    }),
    'a cache mark': claude([user(marked('a')), assistant(text('b'))]),
  },
  cache_control_invalid: {
    'one that is too many, on an empty text': claude([
      user(marked(' ')),
      assistant(marked('a')),
      user(marked('b')),
      assistant(marked('c')),
      user(marked('d')),
    ]),
    'a long one within a result behind a short one': claude(
      [user('a'), assistant(call('x')), user(marked('a'), result('x', [marked('r', longMark)]))],
      { rules: { resultsLead: false } },
    ),
    'a long one that goes behind a short one that stays': claude([
      user(marked('a')),
      assistant(marked(' ', longMark)),
      user(marked('b')),
    ]),
    'on an empty text, on thinking, on a call': claude([
      user(marked(' ', mark), text('a')),
      assistant({ ...thinking(), ...mark }, { ...call('x'), ...mark }),
      user({ ...result('x'), ...mark }),
    ]),
    'five of them, in tools, system and messages': claude(
      [user(marked('a')), assistant(marked('b')), user(marked('c'))],
      {
        request: {
          model: 'claude-sonnet-4-5',
          tools: [{ name: 'f', input_schema: { type: 'object' }, ...mark }],
          system: [{ ...text('s'), ...mark }],
        },
      },
    ),
    'four of them': claude([user(marked('a')), assistant(marked('b')), user(marked('c')), assistant(marked('d'))]),
    'five of them, the first within a result': claude([
      user('a'),
      assistant(call('x')),
      user(result('x', [marked('r')]), marked('b')),
      assistant(marked('c')),
      user(marked('d')),
      assistant(marked('e')),
    ]),
    'a long one behind a short one': claude([
      user(marked('a')),
      assistant(marked('b', longMark)),
      user(marked('c')),
      assistant(marked('d', longMark)),
    ]),
    'a short one behind a long one': claude([user(marked('a', longMark)), assistant(marked('b'))]),
    'where there are none': chat([say('user', [{ type: 'text', text: 'a', ...mark }])]),
    'an error with a limit': claude([user(marked('a')), assistant(marked('b')), user(marked('c'))], {
      error: refused('A maximum of 2 blocks with cache_control may be provided. Found 3.'),
    }),
  },
  search_result_invalid: {
    'a search with titles, a citation and words': claude(
      [
        user('a'),
        assistant(
          search('srvtoolu_1'),
          {
            type: 'web_search_tool_result',
            tool_use_id: 'srvtoolu_1',
            content: [{ type: 'web_search_result', title: 'T', url: 'https://a.example', encrypted_content: 'x' }],
          },
          {
            type: 'text',
            text: 'b',
            citations: [
              {
                type: 'web_search_result_location',
                url: 'https://a.example',
                title: 'T',
                encrypted_index: 'x',
                cited_text: 'T',
              },
            ],
          },
          text('c'),
        ),
        user('d'),
      ],
      { rung: 'all', error: refused('messages.1.content.1: Invalid `encrypted_content` in `web_search_result` block') },
    ),
    'searches of another account, of which an error names the first': claude(
      [
        user('a'),
        ...['srvtoolu_1', 'srvtoolu_2', 'srvtoolu_3'].flatMap((id) => [
          assistant(search(id), {
            type: 'web_search_tool_result',
            tool_use_id: id,
            content: [{ type: 'web_search_result', title: 'T', url: 'https://a.example', encrypted_content: 'x' }],
          }),
          user('d'),
        ]),
      ],
      { error: refused('messages.3.content.1: Invalid `encrypted_content` in `web_search_result` block') },
    ),
    'a search of a user': claude(
      [
        user({ type: 'search_result', source: 's', title: 'T', content: [text('found')] }, text('a')),
        assistant(text('b')),
        user('c'),
      ],
      {
        rung: 'all',
        error: refused('messages.0.content.0: Invalid `encrypted_content` in `web_search_result` block'),
      },
    ),
  },
}
