import { expect, test } from 'vitest'
import { repair } from '../../src/repair/repair.ts'
import { formatNames } from '../../src/formats/format-name.ts'
import type { MeantRow } from './meant-row.ts'

const user = { role: 'user', content: 'a' }
const pdf = 'JVBERi0xLjQKMSAwIG9iago8PD4+'
const gone = expect.stringContaining('It was left out') as unknown

/** What was stored, what is sent, and what of the request decides. */
const rows: readonly MeantRow[] = [
  [
    'a number for an id parts a call from its result',
    'openai-chat',
    [
      user,
      { role: 'assistant', tool_calls: [{ id: 7, type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'tool', tool_call_id: 7, content: 'r' },
    ],
    [{}, { tool_calls: [{ id: '7' }] }, { tool_call_id: '7', content: 'r' }],
  ],
  [
    'a number for an id reaches the provider',
    'langchain',
    [
      user,
      { role: 'assistant', content: 'b', tool_calls: [{ id: 7, name: 'f', args: {} }] },
      { role: 'tool', tool_call_id: 7, content: 'r' },
    ],
    [{}, { tool_calls: [{ id: '7' }] }, { tool_call_id: '7', content: 'r' }],
  ],
  [
    'a number for an id is refused by the schema',
    'ai-sdk',
    [
      user,
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 7, toolName: 'f', input: {} }] },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 7, toolName: 'f', output: { type: 'text', value: 'r' } }],
      },
    ],
    [{}, { content: [{ toolCallId: '7' }] }, { content: [{ toolCallId: '7', output: { value: 'r' } }] }],
  ],
  [
    'a number for an id parts a call from its result',
    'bedrock-converse',
    [
      { role: 'user', content: [{ text: 'a' }] },
      { role: 'assistant', content: [{ toolUse: { toolUseId: 7, name: 'f', input: {} } }] },
      { role: 'user', content: [{ toolResult: { toolUseId: 7, content: [{ text: 'r' }] } }] },
    ],
    [{}, { content: [{ toolUse: { toolUseId: '7' } }] }, { content: [{ toolResult: { toolUseId: '7' } }] }],
  ],
  [
    'the result of a call is lost since neither its function nor its call is named',
    'openai-chat',
    [
      user,
      { role: 'assistant', tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      { role: 'function', content: 'r' },
    ],
    [{}, {}, { role: 'tool', tool_call_id: 'c', content: 'r' }],
  ],
  [
    'a function has no name',
    'openai-chat',
    [user, { role: 'function', content: 'r' }],
    [{}, { name: 'unknown_function', content: 'r' }],
  ],
  [
    'a function that was called before its result has no name',
    'openai-chat',
    [
      user,
      { role: 'assistant', content: null, function_call: { name: 'f', arguments: '{}' } },
      { role: 'function', name: null, content: 'r' },
    ],
    [{}, { function_call: { name: 'f' } }, { name: 'f', content: 'r' }],
  ],
  [
    'what the model has drawn while it thought is no file',
    'ai-sdk',
    [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'reasoning-file', data: { type: 'data', data: null }, mediaType: 'image/png' },
          { type: 'text', text: 't' },
        ],
      },
    ],
    [{}, { content: [{ type: 'text', text: 't' }] }],
  ],
  [
    'an address under a tag is none',
    'ai-sdk',
    [{ role: 'user', content: [{ type: 'file', data: { type: 'url', url: [null] }, mediaType: 'image/png' }] }],
    [{ content: [{ type: 'text', text: expect.stringContaining('is not there') }] }],
  ],
  [
    'a text that is no message yet says nothing',
    'langchain',
    ['', { role: 'user', content: 'a' }],
    [{ role: 'user', content: 'a' }],
  ],
  [
    'a list of calls is none beside the calls of the provider',
    'langchain',
    [
      user,
      {
        role: 'assistant',
        content: '',
        tool_calls: {},
        additional_kwargs: { tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{}' } }] },
      },
      { role: 'tool', tool_call_id: 'c', content: 'r' },
    ],
    [{}, { tool_calls: [{ id: 'c', name: 'f', args: {} }] }, { tool_call_id: 'c', content: 'r' }],
  ],
  [
    'a call of the time before tools has no name and no arguments',
    'openai-chat',
    [user, { role: 'assistant', content: null, function_call: { name: null, arguments: { a: 1 } } }],
    [{}, { function_call: { name: 'unknown_function', arguments: '{"a":1}' } }],
  ],
  [
    'a sound has a media type for a format',
    'openai-chat',
    [{ role: 'user', content: [{ type: 'input_audio', input_audio: { data: 'UklGRiQAAABX', format: 'audio/wav' } }] }],
    [{ content: [{ input_audio: { format: 'wav', data: 'UklGRiQAAABX' } }] }],
  ],
  [
    'words stand in the place of sealed reasoning, and a summary of it is no list of texts',
    'openai-responses',
    [
      user,
      { type: 'reasoning', summary: [], encrypted_content: '[removed to save space]' },
      { type: 'reasoning', summary: ['s', { text: 5 }, null], encrypted_content: '' },
      { type: 'reasoning', summary: 'all', encrypted_content: 'gAAAAx' },
      { role: 'assistant', content: [{ type: 'output_text', text: 't', annotations: null }], status: 'done' },
      user,
    ],
    [
      {},
      {
        summary: [
          { type: 'summary_text', text: 's' },
          { type: 'summary_text', text: '5' },
        ],
      },
      { summary: [{ type: 'summary_text', text: 'all' }] },
      { role: 'assistant', content: [{ text: 't', annotations: [] }] },
      {},
    ],
    { store: true },
  ],
  [
    'the address of an image stands in an object, as Chat Completions has it',
    'openai-responses',
    [
      { role: 'user', content: [{ type: 'input_image', image_url: { url: 'https://a.example/b.png' } }] },
      { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' },
      {
        type: 'function_call_output',
        call_id: 'c',
        output: [{ type: 'input_image', image_url: { url: 'https://a.example/c.png' } }],
      },
      user,
    ],
    [
      { content: [{ type: 'input_image', image_url: 'https://a.example/b.png' }] },
      {},
      { output: [{ type: 'input_image', image_url: 'https://a.example/c.png' }] },
      user,
    ],
  ],
  [
    'an image holds flags and lists, and none of its bytes',
    'openai-responses',
    [
      { role: 'user', content: [{ type: 'input_image', image_url: { a: [null, true] } }] },
      { role: 'user', content: [{ type: 'input_image', image_url: { 0: 137, 1: 80 } }] },
    ],
    [
      { content: [{ text: expect.stringContaining('is not there') }] },
      { content: [{ type: 'input_image', image_url: { 0: 137, 1: 80 } }] },
    ],
  ],
  [
    'calls and outputs of a shell, a search and a patch have lost their types',
    'openai-responses',
    [
      user,
      { type: null, call_id: 'a', action: { commands: ['ls'] } },
      { type: null, call_id: 'a', output: [{ stdout: 'o', stderr: '', outcome: { type: 'exit', exit_code: 0 } }] },
      { type: null, call_id: 'b', execution: 'client', arguments: {} },
      { type: null, call_id: 'b', execution: 'client', tools: [] },
      { type: null, call_id: 'c', status: 'completed', operation: { type: 'delete_file', path: 'p' } },
      { type: 'apply_patch_call_output', call_id: 'c', status: 'completed' },
      { id: 'ws_1', type: null, status: 'completed', action: { type: 'search', query: 'q' } },
      user,
    ],
    [
      user,
      { type: 'shell_call' },
      { type: 'shell_call_output' },
      { type: 'tool_search_call' },
      { type: 'tool_search_output' },
      { type: 'apply_patch_call' },
      {},
      { type: 'web_search_call' },
      user,
    ],
  ],
  [
    'a compaction has lost its type',
    'openai-responses',
    [{ id: 'cmp_1', type: null, encrypted_content: 'gAAAAx' }, user],
    [{ type: 'compaction', id: 'cmp_1', encrypted_content: 'gAAAAx' }, {}],
  ],
  [
    'thoughts have lost their type and their summary',
    'openai-responses',
    [{ id: 'rs_1', summary: null, encrypted_content: 'gAAAAx' }, { role: 'assistant', content: 'b' }, user],
    [{ type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAAx' }, {}, {}],
  ],
  [
    'a PDF is called something else',
    'anthropic-messages',
    [
      {
        role: 'user',
        content: [{ type: 'document', source: { type: 'base64', media_type: 'application/octet-stream', data: pdf } }],
      },
    ],
    [{ content: [{ source: { media_type: 'application/pdf', data: pdf } }] }],
  ],
  [
    'a PDF is called something else',
    'bedrock-converse',
    [{ role: 'user', content: [{ text: 'a' }, { document: { name: 'n', format: 'png', source: { bytes: pdf } } }] }],
    [{ content: [{}, { document: { format: 'pdf', source: { bytes: pdf } } }] }],
  ],
  [
    'a call of the server of another has no name, and a thought says that it has no cache mark',
    'anthropic-messages',
    [
      user,
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 't', signature: 'EqQBCkYIBxgCKkDx', cache_control: null },
          { type: 'mcp_tool_use', id: 'mcptoolu_1', server_name: 's', input: {} },
          { type: 'mcp_tool_result', tool_use_id: 'mcptoolu_1', content: 'r' },
        ],
      },
      user,
    ],
    [{}, { content: [{ type: 'thinking' }, { name: 'unknown_tool' }, { content: 'r' }] }, {}],
  ],
  [
    'a thought is a number',
    'gemini',
    [
      { role: 'user', parts: [{ text: 'a' }] },
      { role: 'model', parts: [{ text: 7, thought: true }, { text: 'b' }] },
      { role: 'user', parts: [{ text: 'a' }] },
    ],
    [{}, { parts: [{ text: '7', thought: true }, { text: 'b' }] }, {}],
  ],
  [
    'a file of another API is told as the letters of its bytes',
    'gemini',
    [
      {
        role: 'user',
        parts: [{ type: 'input_file', filename: 'a.pdf', file_data: 'data:application/pdf;base64,JVBERi0x' }],
      },
    ],
    [{ parts: [{ text: 'a.pdf' }, { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0x' } }] }],
  ],
  [
    'a file without a name is told as the letters of its bytes',
    'gemini',
    [{ role: 'user', parts: [{ text: 'See.' }, { file_data: 'data:application/pdf;base64,JVBERi0x' }] }],
    [{ parts: [{ text: 'See.' }, { inlineData: { mimeType: 'application/pdf', data: 'JVBERi0x' } }] }],
  ],
  [
    'words stand in the place of the address',
    'openai-chat',
    [{ role: 'user', content: [{ type: 'image_url', image_url: { url: '[image removed]' } }] }],
    [{ content: [{ type: 'text', text: gone }] }],
  ],
  [
    'words stand in the place of the address',
    'openai-responses',
    [{ role: 'user', content: [{ type: 'input_image', detail: 'auto', image_url: '<image>' }] }],
    [{ content: [{ type: 'input_text', text: gone }] }],
  ],
  [
    'a summary stands in an answer',
    'openai-responses',
    [user, { role: 'assistant', content: [{ type: 'summary_text', text: 's' }] }, user],
    [{}, { content: [{ type: 'output_text', text: 's' }] }, {}],
  ],
  [
    'a number stands for a file',
    'ai-sdk',
    [{ role: 'user', content: [{ type: 'file', data: 5, mediaType: 'image/png' }] }],
    [{ content: [{ type: 'text', text: gone }] }],
  ],
  [
    'a list stands for a picture',
    'ai-sdk',
    [{ role: 'user', content: [{ type: 'image', image: [] }] }],
    [{ content: [{ type: 'text', text: gone }] }],
  ],
  [
    'a number stands for a picture',
    'langchain',
    [{ role: 'user', content: [{ type: 'image_url', image_url: 5 }] }],
    [{ content: [{ type: 'text', text: gone }] }],
  ],
  [
    'fields that the chat models look into are null in a prompt',
    'langchain',
    [{ type: 'human', content: 'a', additional_kwargs: null, response_metadata: null, name: 5 }],
    [{ type: 'human', content: 'a' }],
  ],
  [
    'a part of a result has no text',
    'langchain',
    [
      user,
      { role: 'assistant', content: '', tool_calls: [{ id: 'c', name: 'f', args: {} }] },
      { role: 'tool', tool_call_id: 'c', content: [{ type: 'text', text: null }] },
    ],
    [{}, {}, { content: '' }],
  ],
  [
    'thinking goes for what nobody can read before it',
    'anthropic-messages',
    [
      user,
      {
        role: 'assistant',
        content: [
          null,
          { type: 'thinking', thinking: 't', signature: 'EqQBCkYIBxgCKkDx' },
          { type: 'text', text: 'c' },
        ],
      },
      user,
    ],
    [{}, { content: [{ type: 'thinking' }, { text: 'c' }] }, {}],
  ],
]

test.each(rows)('%s: %s', (_what, format, before, after, request = {}) => {
  const result = repair(before, { format, request })
  expect(result.ok).toBe(true)
  expect(result.messages).toMatchObject(after)
  expect(repair(result.messages, { format, request }).messages).toBe(result.messages)
})

test.each(formatNames)('words in an object that is no message are lost without consent: %s', (format) => {
  const said = { message: 'please' }
  expect(JSON.stringify(repair([user, said], { format }).messages)).toContain('please')
})

test('what the SDK of Converse leaves out of a request is a fault', () => {
  const content = [{ type: 'text', text: 'a', image: null, index: 0 }]
  const list = [{ id: 'msg_1', role: 'user', content, timestamp: 1 }]
  expect(repair(list, { format: 'bedrock-converse' }).messages).toBe(list)
})

test.each([
  [
    { role: 'user', uuid: 'u', content: [{ type: 'input_text', text: 'a', refusal: null }] },
    { role: 'user', content: [{ type: 'input_text', text: 'a' }] },
  ],
  [
    { type: 'web_search_call', id: 'ws_1', status: 'completed', action: 'search' },
    { type: 'web_search_call', id: 'ws_1', status: 'completed' },
  ],
  [
    { role: 'assistant', content: 'a', status: 'done' },
    { role: 'assistant', content: 'a' },
  ],
])('what the Responses API refuses stays beside an item: %j', (before, after) => {
  expect(repair([before], { format: 'openai-responses' }).messages).toEqual([after])
})
