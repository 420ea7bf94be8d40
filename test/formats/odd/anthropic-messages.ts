import type { OddRow } from './odd-row.ts'

const user = (content: unknown): object => ({ role: 'user', content })
const say = (content: unknown): object => ({ role: 'assistant', content })
const text = (value: string): object => ({ type: 'text', text: value })
const call = (id: string, name = 'f'): object => ({ type: 'tool_use', id, name, input: {} })
const result = (tool_use_id: string, rest: object = {}): object => ({ type: 'tool_result', tool_use_id, ...rest })
const exchange = (calls: object[], results: object[]): object[] => [user('a'), say(calls), user(results)]
const fixed = { model: 'claude-sonnet-4-5', max_tokens: 100, tools: [{ name: 'f', input_schema: { type: 'object' } }] }
const mcp = (id: string): object[] => [
  { type: 'mcp_tool_use', id, name: 'list issues', server_name: 'tracker', input: {} },
  { type: 'mcp_tool_result', tool_use_id: id, is_error: false, content: [text('[]')] },
]

const probes = 'provider-errors.md §4: measured'
const schema = 'the published OpenAPI schema: '

export const anthropicRows: readonly OddRow[] = [
  { name: 'user messages in a row', source: probes, messages: [user('a'), user('b'), user([text('c')])] },
  { name: 'assistant messages in a row', source: probes, messages: [user('a'), say('b'), say('c'), user('d')] },
  {
    name: 'results over several user messages, in any order',
    source: probes,
    messages: [user('a'), say([call('c'), call('d')]), user([result('d')]), user([result('c')])],
  },
  { name: 'an empty text of the assistant', source: probes, messages: [user('a'), say(''), user('b')] },
  { name: 'an empty list of the assistant', source: probes, messages: [user('a'), say([]), user('b')] },
  {
    name: 'an empty turn of the user beside one that is not',
    source: probes,
    messages: [user('a'), user([]), say('b'), user('c')],
  },
  {
    name: 'one id in two turns',
    source: 'corpus: `tool_use` ids must be unique (within the turn)',
    messages: [...exchange([call('c')], [result('c')]), say([call('c')]), user([result('c')])],
  },
  {
    name: 'an id of other providers',
    source: schema + 'id has a pattern',
    messages: exchange([call('call_abc-9')], [result('call_abc-9')]),
  },
  {
    name: 'an id of 300 characters',
    source: schema + 'id has no length',
    messages: exchange([call('c'.repeat(300))], [result('c'.repeat(300))]),
  },
  {
    name: 'a name that nobody may define',
    source: schema + 'tool_use.name has a length, no pattern',
    messages: exchange([call('c', 'ns:find files/日本')], [result('c')]),
  },
  {
    name: 'a name of 200 characters',
    source: schema + 'tool_use.name',
    messages: exchange([call('c', 'f'.repeat(200))], [result('c')]),
  },
  {
    name: 'a tool that nobody has defined',
    source: 'tools are demanded, not each of them',
    messages: exchange([call('c', 'gone')], [result('c')]),
  },
  {
    name: 'a result without content',
    source: schema + 'content is optional',
    messages: exchange([call('c')], [result('c')]),
  },
  {
    name: 'a result of an empty text, and one of an empty list',
    source: schema + 'content',
    messages: exchange([call('c'), call('d')], [result('c', { content: '' }), result('d', { content: [] })]),
  },
  {
    name: 'a result of text, and one of blocks',
    source: schema + 'content',
    messages: exchange(
      [call('c'), call('d')],
      [result('c', { content: 'b' }), result('d', { content: [text('b'), text('b')], is_error: true })],
    ),
  },
  { name: 'text behind results', source: probes, messages: exchange([call('c')], [result('c'), text('b')]) },
  {
    name: 'text behind a call, and between two',
    source: schema + 'content',
    messages: exchange([call('c'), text('b'), call('d'), text('e')], [result('c'), result('d')]),
  },
  {
    name: 'calls of an MCP server under ids of any kind',
    source: schema + 'mcp_tool_use.id',
    messages: [user('a'), say([...mcp('call_1'), text('b')]), user('c')],
  },
  {
    name: 'a result of an MCP server without content',
    source: schema + 'mcp_tool_result.content is optional',
    messages: [user('a'), say([mcp('m')[0]!, { type: 'mcp_tool_result', tool_use_id: 'm' }, text('b')]), user('c')],
  },
  {
    name: 'an empty last message of a model that takes no prefill',
    source: probes,
    request: { model: 'claude-opus-5', max_tokens: 100 },
    messages: [user('a'), say([])],
  },
  {
    name: 'a field of a message that is undefined',
    source: 'JSON leaves it out',
    messages: [{ role: 'user', content: 'a', id: undefined }],
  },
  {
    name: 'an unset cache mark, and unset citations',
    source: schema + 'cache_control and citations may be null',
    messages: [user([{ ...text('a'), cache_control: null, citations: null }])],
  },
  {
    name: 'four cache marks',
    source: '"A maximum of 4 blocks with cache_control"',
    messages: [user(['a', 'b', 'c', 'd'].map((value) => ({ ...text(value), cache_control: { type: 'ephemeral' } })))],
  },
  {
    name: 'a final message of the assistant',
    source: 'platform.claude.com: prefill until 4.5',
    messages: [user('a'), say('The answer is')],
  },
  {
    name: 'a final message that ends with a space, not at the end',
    source: 'only the final text is looked at',
    messages: [user('a'), say('b '), user('c')],
  },
  {
    name: 'whitespace around text',
    source: 'only what is all whitespace is refused',
    messages: [user('\n a \n'), say([text(' b')]), user('c')],
  },
  { name: 'unused tools', source: 'docs', messages: [user('a')] },
  {
    name: 'a document of text that begins as a PDF does',
    source: schema + 'source',
    messages: [
      user([
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'JVBERi0 begins a PDF in base64' },
        },
        text('a'),
      ]),
    ],
  },
  {
    name: 'empty inputs and deep ones',
    source: schema + 'input',
    messages: exchange(
      [call('c'), { ...call('d'), input: { a: [null, { type: 'text' }], cache_control: 'mine' } }],
      [result('c'), result('d')],
    ),
  },
]

export const anthropicRequest: Readonly<Record<string, unknown>> = fixed
