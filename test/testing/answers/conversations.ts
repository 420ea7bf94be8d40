/** One request to an emulator; what depends on answers is made of all that came before. */
export interface Asked {
  readonly path: string | ((former: readonly unknown[]) => string)
  readonly body?: unknown
  readonly method?: 'POST' | 'GET' | 'DELETE'
  readonly headers?: Readonly<Record<string, string>>
}

interface Conversation {
  /** What the model says, in this order. */
  readonly turns: readonly object[]
  readonly asks: readonly Asked[]
}

const idAt = (former: readonly unknown[], at: number): string => (former.at(at) as { readonly id: string }).id
const twice = <Item>(items: readonly Item[]): Item[] => items.flatMap((item) => [item, item])
/** What is no request at all. */
const unread = (path: string): Asked[] => ['', 'no JSON', '[]', 'null', '{"messages":'].map((body) => ({ path, body }))
/** Its middle is in a pair of surrogates. */
const emoji = 'ab👋cd'
const errors = [
  { error: { status: 529 } },
  {
    error: {
      status: 400,
      message: 'Could not read it',
      code: 'bad',
      param: 'input',
      type: 'odd_error',
      errorCode: 'odd',
    },
  },
  { error: { status: 502, body: '<html>', headers: { 'retry-after': '3' } } },
]
const broken = [
  { text: 'A long answer.', stream: { cutAfter: 3 } },
  {
    text: 'A long answer.',
    stream: { errorAfter: { events: 2, body: { type: 'error', error: { message: 'Overloaded' } } } },
  },
  { text: 'short', stream: { cutAfter: 99 } },
]

const anthropic = {
  model: 'claude-opus-5-5',
  max_tokens: 64,
  tools: [{ name: 'read_file', input_schema: { type: 'object' } }],
}
const hello = { role: 'user', content: 'Hello' }
const anthropicTurns = [
  {
    thinking: `Hm ${emoji}`,
    redactedThinking: true,
    text: emoji,
    toolUse: [
      { name: 'read_file', input: { path: emoji } },
      { name: 'read_file', id: 'toolu_own' },
    ],
  },
  {
    text: '',
    blocks: [
      { type: 'text', text: 'cited', citations: [{ type: 'char_location', cited_text: 'c' }] },
      { type: 'compaction', content: 'Earlier.', encrypted_content: 'x' },
      { type: 'mcp_tool_use', id: 'mcptoolu_1', name: 'm', server_name: 's', input: { a: 1 } },
      { type: 'container_upload', file_id: 'f' },
      { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} },
    ],
  },
  { text: 'cut', stopReason: 'max_tokens' },
]
const messages = (more: object = {}, headers: Readonly<Record<string, string>> = {}): Asked => ({
  path: '/v1/messages',
  headers,
  body: { ...anthropic, messages: [hello], ...more },
})
const streamed = { stream: true }
const threads = { 'anthropic-beta': 'message-threads-2026-08-12' }
const follow = { ...anthropic, tools: undefined, messages: [hello], thread: { type: 'continue' } }

const invoked = (more: object = {}): object => ({
  anthropic_version: 'bedrock-2023-05-31',
  max_tokens: 64,
  messages: [hello],
  ...more,
})
const invoke = '/model/anthropic.claude-opus-5-5-v1%3A0/invoke'

const chat = (more: object = {}): Asked => ({
  path: '/v1/chat/completions',
  body: { model: 'gpt-5.2', messages: [hello], ...more },
})

const input = [{ role: 'user', content: 'Hello' }]
const response = (more: object = {}): Asked => ({ path: '/v1/responses', body: { model: 'gpt-5.5', input, ...more } })
const read = (path: (former: readonly unknown[]) => string, method: 'GET' | 'DELETE' = 'GET'): Asked => ({
  path,
  method,
})

const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }]
const gemini = (call: string, more: object = {}): Asked => ({
  path: `/v1beta/models/gemini-3-pro:${call}`,
  body: { contents, ...more },
})

const converseBody = { messages: [{ role: 'user', content: [{ text: 'Hello' }] }] }
const converse = (suffix: string, body: object = converseBody): Asked => ({
  path: `/model/anthropic.claude-sonnet-4-5-v1%3A0/converse${suffix}`,
  body,
})

export const conversations: Readonly<
  Record<
    'anthropic-messages' | 'invoke-model' | 'openai-chat' | 'openai-responses' | 'gemini' | 'converse',
    Conversation
  >
> = {
  'anthropic-messages': {
    turns: [...twice(anthropicTurns), ...errors, ...broken],
    asks: [
      ...anthropicTurns.flatMap(() => [messages(), messages(streamed)]),
      ...errors.map(() => messages()),
      ...broken.map(() => messages(streamed)),
      messages({ messages: [] }),
      messages({ thinking: { type: 'disabled' } }),
      messages({ compaction: { type: 'summarize' } }, { 'anthropic-beta': 'compact-2026-09-04' }),
      messages({}, { 'anthropic-beta': 'thinking-binding-controls-2026-08-01' }),
      messages({ thread: { type: 'create' } }, threads),
      ...[-1, -2, -2].map((at): Asked => ({
        path: '/v1/messages',
        headers: threads,
        body: (former: readonly unknown[]) => ({
          ...follow,
          thread: { ...follow.thread, previous_message_id: idAt(former, at) },
        }),
      })),
      ...unread('/v1/messages'),
      ...unread('/v1/messages/count_tokens'),
      ...unread('/v1/messages/batches'),
      { path: '/v1/messages/batches', body: { requests: [] } },
      { path: '/v1/messages/count_tokens', body: { model: anthropic.model, messages: [hello] } },
      { path: '/v1/messages/count_tokens', body: { model: anthropic.model, messages: [] } },
      {
        path: '/v1/messages/batches',
        body: {
          requests: [
            { custom_id: 'good', params: { ...anthropic, messages: [hello] } },
            { custom_id: 'bad', params: { ...anthropic, messages: [] } },
            { custom_id: 'none' },
            7,
          ],
        },
      },
      read((former) => `/v1/messages/batches/${idAt(former, -1)}`),
      read((former) => `/v1/messages/batches/${idAt(former, -2)}/results`),
      read((former) => `/v1/messages/batches/${idAt(former, -3)}/cancel`),
      read(() => '/v1/messages/batches/none'),
      read(() => '/v1/messages/batches/none/results'),
      read(() => '/v1/messages'),
      { path: '/v1/other', body: {} },
    ],
  },
  'invoke-model': {
    turns: [
      ...twice(anthropicTurns),
      { error: { status: 429, message: 'Too many' } },
      { error: { status: 529 } },
      ...broken.slice(1),
    ],
    asks: [
      ...anthropicTurns.flatMap(() =>
        ['', '-with-response-stream'].map((path) => ({ path: invoke + path, body: invoked() })),
      ),
      ...Array.from({ length: 4 }, () => ({ path: `${invoke}-with-response-stream`, body: invoked() })),
      { path: invoke, body: invoked({ anthropic_beta: ['thinking-binding-controls-2026-08-01'] }) },
      { path: invoke, body: invoked({ messages: [] }) },
      { path: invoke, body: invoked({ anthropic_version: 'x' }) },
      ...unread(invoke),
      { path: '/model/x', body: {} },
    ],
  },
  'openai-chat': {
    turns: [
      ...twice([
        {
          reasoning: 'Hm.',
          text: emoji,
          toolCalls: [
            { name: 'f', arguments: { path: emoji } },
            { name: 'g', id: 'call_own', arguments: '{"a"' },
          ],
        },
        { toolCalls: [{ name: 'f' }] },
        { refusal: 'I will not.' },
        {},
        { text: 'cut', finishReason: 'length' },
      ]),
      ...errors,
      ...broken,
    ],
    asks: [
      ...Array.from({ length: 5 }, () => [
        chat(),
        chat({ stream: true, stream_options: { include_usage: true } }),
      ]).flat(),
      ...errors.map(() => chat()),
      ...broken.map(() => chat(streamed)),
      chat({ messages: [] }),
      ...unread('/v1/chat/completions'),
      { path: '/v1/chat/completions', method: 'GET' },
      { path: '/v1/other', body: {} },
    ],
  },
  'openai-responses': {
    turns: [
      ...twice([
        {
          reasoning: 'Look.',
          text: `${emoji} and on`,
          calls: [
            { name: 'f', arguments: '{"path":"a"}' },
            { name: 'g', callId: 'call_own' },
          ],
        },
        {
          reasoning: '',
          customCalls: [
            { name: 'c', input: emoji },
            { name: 'd', input: '', callId: 'call_d' },
          ],
        },
        {
          items: [
            { id: 'msg_own', type: 'message', role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
            { id: 'ws_1', type: 'web_search_call', status: 'completed' },
          ],
        },
        { text: 'cut', incomplete: 'max_output_tokens' },
      ]),
      ...errors,
      ...broken,
    ],
    asks: [
      ...Array.from({ length: 4 }, (_, at) => [
        response(at === 0 ? { include: ['reasoning.encrypted_content'], store: false } : {}),
        response(streamed),
      ]).flat(),
      ...errors.map(() => response()),
      ...broken.map(() => response(streamed)),
      response({
        input: 'Hello',
        instructions: 'Be brief.',
        max_output_tokens: 9,
        tools: [{ type: 'function', name: 'f' }],
      }),
      {
        path: '/v1/responses',
        body: (former: readonly unknown[]) => ({ model: 'gpt-5.5', input, previous_response_id: idAt(former, -1) }),
      },
      response({ input: [...input, { type: 'compaction_trigger' }] }),
      response({ input: [{ type: 'function_call_output', call_id: 'none', output: 'x' }] }),
      read((former) => `/v1/responses/${idAt(former, -4)}`),
      read((former) => `/v1/responses/${idAt(former, -5)}/input_items`),
      read((former) => `/v1/responses/${idAt(former, -6)}`, 'DELETE'),
      read((former) => `/v1/responses/${idAt(former, -7)}`),
      read(() => '/v1/responses/none', 'DELETE'),
      ...unread('/v1/responses'),
      { path: '/v1/responses/input_tokens', body: { input } },
      ...unread('/v1/responses/input_tokens'),
      { path: '/v1/conversations', body: { items: input } },
      {
        path: '/v1/responses',
        body: (former: readonly unknown[]) => ({ model: 'gpt-5.5', input, conversation: idAt(former, -1) }),
      },
      read((former) => `/v1/conversations/${idAt(former, -2)}`),
      read((former) => `/v1/conversations/${idAt(former, -3)}/items`),
      read((former) => `/v1/conversations/${idAt(former, -4)}`, 'DELETE'),
      read(() => '/v1/conversations/none'),
      read(() => '/v1/models'),
      { path: '/v1/other', body: {} },
    ],
  },
  gemini: {
    turns: [
      ...twice([
        {
          thought: 'Hm.',
          text: emoji,
          calls: [
            { name: 'f', args: { path: 'a' } },
            { name: 'g', id: 'own' },
          ],
        },
        { text: 'Yes.' },
        {},
      ]),
      { text: 'listed' },
      { error: { code: 503, message: 'Overloaded' } },
      { thought: 'Hm.', text: 'Yes.', stream: { cutAfter: 1 } },
    ],
    asks: [
      ...Array.from({ length: 3 }, () => [gemini('generateContent'), gemini('streamGenerateContent?alt=sse')]).flat(),
      gemini('streamGenerateContent'),
      gemini('generateContent'),
      gemini('streamGenerateContent?alt=sse'),
      gemini('countTokens'),
      ...unread('/v1beta/models/gemini-3-pro:generateContent'),
      gemini('generateContent', { contents: [] }),
      {
        path: '/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-flash%3AgenerateContent',
        body: { contents },
      },
      { path: '/v1beta/other', body: {} },
    ],
  },
  converse: {
    turns: [
      ...twice([
        { reasoning: 'Hm.', text: emoji, calls: [{ name: 'f', input: { path: emoji } }, { name: 'g' }] },
        { text: '' },
        { calls: [] },
      ]),
      { error: { status: 429, type: 'ThrottlingException', message: 'Too many' } },
      { text: 'A long answer.', stream: { cutAfter: 2 } },
    ],
    asks: [
      ...Array.from({ length: 3 }, () => [converse(''), converse('-stream')]).flat(),
      converse(''),
      converse('-stream'),
      ...unread('/model/anthropic.claude-sonnet-4-5-v1%3A0/converse'),
      converse('', { messages: [] }),
      { path: '/model/x', body: {} },
    ],
  },
}
