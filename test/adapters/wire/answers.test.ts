import { expect, test } from 'vitest'
import { accountOf, accountOfKey } from '../../../src/adapters/wire/account-of.ts'
import type { Answer, AnswerReader } from '../../../src/adapters/wire/answer.ts'
import { answerTap } from '../../../src/adapters/wire/answer-tap.ts'
import { anthropicAnswer } from '../../../src/adapters/wire/anthropic-answer.ts'
import { awsEventStream } from '../../../src/adapters/wire/aws-event-stream.ts'
import { bedrockAnswer } from '../../../src/adapters/wire/bedrock-answer.ts'
import { findEndpoint } from '../../../src/adapters/wire/endpoints.ts'
import { geminiAnswer } from '../../../src/adapters/wire/gemini-answer.ts'
import { invokeAnswer } from '../../../src/adapters/wire/invoke-answer.ts'
import { makerOfModel } from '../../../src/adapters/wire/maker-of-model.ts'
import { openAIChatAnswer } from '../../../src/adapters/wire/openai-chat-answer.ts'
import { openAIResponsesAnswer } from '../../../src/adapters/wire/openai-responses-answer.ts'
import { serverSentEvents } from '../../../src/adapters/wire/server-sent-events.ts'
import { findUnsentEndpoint } from '../../../src/adapters/wire/unsent-endpoints.ts'
import { withHeaderValues } from '../../../src/adapters/wire/with-header-values.ts'
import type { Accepted } from '../../../src/recovery/guarded-call.ts'

const nothing = { messages: [], complete: false }
const text = (words: string): object => ({ type: 'text', text: words })
const saidBy = (role: string, field: string, ...content: readonly unknown[]): object => ({ role, [field]: content })
const claude = (...content: readonly unknown[]): object => saidBy('assistant', 'content', ...content)
const model = (...parts: readonly unknown[]): object => saidBy('model', 'parts', ...parts)

test.each<readonly [AnswerReader, body: unknown, answer: Answer]>([
  [
    anthropicAnswer,
    { id: 'm', content: [text('a')] },
    { messages: [claude(text('a'))], complete: true, responseID: 'm' },
  ],
  [
    anthropicAnswer,
    { content: [], input_transformations: [1] },
    { messages: [], complete: true, transformations: [1] },
  ],
  [anthropicAnswer, { id: 1, content: 'a', input_transformations: 'x' }, { messages: [], complete: true }],
  [anthropicAnswer, null, { messages: [], complete: true }],
  [invokeAnswer, { content: [text('a')] }, { messages: [claude(text('a'))], complete: true }],
  [
    bedrockAnswer,
    { output: { message: claude({ text: 'a' }) } },
    { messages: [claude({ text: 'a' })], complete: true },
  ],
  [bedrockAnswer, { output: {} }, nothing],
  [bedrockAnswer, { message: {} }, nothing],
  [bedrockAnswer, 'x', nothing],
  [
    geminiAnswer,
    { candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 'STOP' }] },
    { messages: [model({ text: 'a' })], complete: true },
  ],
  [
    geminiAnswer,
    [{ candidates: [{ content: { parts: [{ text: 'a' }, 1] } }] }, { candidates: [{ finishReason: 'STOP' }] }],
    { messages: [model({ text: 'a' })], complete: true },
  ],
  [
    geminiAnswer,
    { candidates: [{ content: { parts: [{ text: 'a' }] }, finishReason: 1 }] },
    { messages: [model({ text: 'a' })], complete: false },
  ],
  [geminiAnswer, { candidates: {} }, nothing],
  [geminiAnswer, { candidates: [1] }, nothing],
  [geminiAnswer, 'x', nothing],
  [
    openAIChatAnswer,
    { choices: [{ message: { role: 'assistant', content: null, refusal: null } }, { message: {} }] },
    { messages: [{ role: 'assistant', content: null }], complete: true },
  ],
  [openAIChatAnswer, { choices: [{}] }, nothing],
  [openAIChatAnswer, { choices: [1] }, nothing],
  [openAIChatAnswer, { choices: {} }, nothing],
  [openAIChatAnswer, null, nothing],
  [
    openAIResponsesAnswer,
    { id: 'r', output: [{ id: 'i' }], status: 'completed' },
    { messages: [{ id: 'i' }], complete: true, responseID: 'r' },
  ],
  [openAIResponsesAnswer, { output: [{ id: 'i' }], status: 'incomplete' }, { messages: [{ id: 'i' }], complete: true }],
  [openAIResponsesAnswer, { id: 1, output: {}, status: 'in_progress' }, nothing],
  [openAIResponsesAnswer, null, nothing],
])('row %$: a whole answer is read as another one', (reader, body, answer) => {
  expect(reader.whole(body)).toStrictEqual(answer)
})

const start = (index: unknown, block: unknown): object => ({ type: 'content_block_start', index, content_block: block })
const delta = (index: unknown, type: string, fields: object): object => ({
  type: 'content_block_delta',
  index,
  delta: { type, ...fields },
})
const stop = { type: 'message_stop' }
const said = (fields: object, more: object = {}): object => ({ choices: [{ delta: fields, ...more }] })
const called = (...parts: readonly unknown[]): object => said({ tool_calls: parts })
const done = said({}, { finish_reason: 'stop' })
const grown = (index: unknown, fields: unknown): object => ({
  contentBlockDelta: { contentBlockIndex: index, delta: fields },
})
const candidate = (...parts: readonly unknown[]): object => ({ candidates: [{ content: { parts } }] })
const frame = (event: unknown): object => ({ chunk: { bytes: Buffer.from(JSON.stringify(event)).toString('base64') } })
const use = { type: 'tool_use', id: 't', name: 'n', input: {} }
const complete = true

test.each<readonly [AnswerReader, events: readonly unknown[], answer: Answer]>([
  [
    anthropicAnswer,
    [
      { type: 'message_start', message: { id: 'm' } },
      start(0, text('')),
      delta(0, 'text_delta', { text: 'a' }),
      delta(0, 'text_delta', { text: 'b' }),
      stop,
    ],
    { messages: [claude(text('ab'))], complete, responseID: 'm' },
  ],
  [
    anthropicAnswer,
    [
      start(0, { type: 'thinking', thinking: '' }),
      delta(0, 'thinking_delta', { thinking: 'a' }),
      delta(0, 'signature_delta', { signature: 's' }),
      stop,
    ],
    { messages: [claude({ type: 'thinking', thinking: 'a', signature: 's' })], complete },
  ],
  [
    anthropicAnswer,
    [start(0, { type: 'compaction' }), delta(0, 'compaction_delta', { content: 'a' }), stop],
    { messages: [claude({ type: 'compaction', content: 'a' })], complete },
  ],
  [
    anthropicAnswer,
    [
      start(1, use),
      delta(1, 'input_json_delta', { partial_json: '{"a"' }),
      delta(1, 'input_json_delta', { partial_json: ':1}' }),
      delta(1, 'input_json_delta', {}),
      stop,
    ],
    { messages: [claude({ ...use, input: { a: 1 } })], complete },
  ],
  [
    anthropicAnswer,
    [start(0, use), delta(0, 'input_json_delta', { partial_json: '' }), stop],
    { messages: [claude(use)], complete },
  ],
  [
    anthropicAnswer,
    [start(0, use), delta(0, 'input_json_delta', { partial_json: '{"a' })],
    { messages: [claude({ ...use, input: '{"a' })], complete: false },
  ],
  [
    anthropicAnswer,
    [
      start(0, text('a')),
      delta(0, 'citations_delta', { citation: 1 }),
      delta(0, 'citations_delta', { citation: 2 }),
      stop,
    ],
    { messages: [claude({ ...text('a'), citations: [1, 2] })], complete },
  ],
  [
    anthropicAnswer,
    [
      start(0, text('a')),
      delta(1, 'text_delta', { text: 'b' }),
      delta('0', 'text_delta', { text: 'b' }),
      delta(0, 'later_delta', { text: 'b' }),
      delta(0, 'text_delta', {}),
      stop,
    ],
    { messages: [claude(text('a'))], complete },
  ],
  [
    anthropicAnswer,
    [
      start(0, text('a')),
      start(2, text('b')),
      { type: 'message_delta', delta: { input_transformations: [1] } },
      1,
      stop,
    ],
    { messages: [claude(text('a'), text('b'))], complete, transformations: [1] },
  ],
  [
    anthropicAnswer,
    [{ type: 'message_start', message: { id: 'm' } }, { type: 'message_delta', delta: {} }, stop],
    { messages: [], complete, responseID: 'm' },
  ],
  [
    anthropicAnswer,
    [
      { type: 'message_start', message: 1 },
      { type: 'content_block_start', index: 0 },
      { type: 'ping', content_block: text('a') },
      delta(0, 'input_json_delta', { partial_json: '{}' }),
    ],
    nothing,
  ],
  [
    invokeAnswer,
    [frame(start(0, text('a'))), frame(stop), {}, { chunk: {} }, 1],
    { messages: [claude(text('a'))], complete },
  ],
  [
    bedrockAnswer,
    [grown(0, { text: 'a' }), grown(0, { text: 'b' }), { messageStop: {} }],
    { messages: [claude({ text: 'ab' })], complete },
  ],
  [
    bedrockAnswer,
    [
      { contentBlockStart: { contentBlockIndex: 1, start: { toolUse: { toolUseId: 't' } } } },
      grown(1, { toolUse: { input: '{"a"' } }),
      grown(1, { toolUse: { input: ':1}' } }),
      grown(1, { toolUse: {} }),
    ],
    { messages: [claude({ toolUse: { toolUseId: 't', input: { a: 1 } } })], complete: false },
  ],
  [
    bedrockAnswer,
    [
      grown(undefined, { reasoningContent: { text: 'a' } }),
      grown(0, { reasoningContent: { text: 'b' } }),
      grown(0, { reasoningContent: { signature: 's' } }),
      grown(1, { reasoningContent: { redactedContent: 'r' } }),
      { messageStop: {} },
    ],
    {
      messages: [
        claude(
          { reasoningContent: { reasoningText: { text: 'ab', signature: 's' } } },
          { reasoningContent: { redactedContent: 'r' } },
        ),
      ],
      complete,
    },
  ],
  [
    bedrockAnswer,
    [grown(0, { reasoningContent: { text: 'a' } }), { messageStop: {} }],
    { messages: [claude({ reasoningContent: { reasoningText: { text: 'a' } } })], complete },
  ],
  [
    bedrockAnswer,
    [{ contentBlockStart: {} }, { contentBlockStart: { start: 1 } }, { contentBlockDelta: {} }, 1],
    nothing,
  ],
  [
    geminiAnswer,
    [
      candidate({ text: 'a' }),
      candidate({ text: 'b' }, { text: 'c', thought: true }),
      candidate({ text: 'd', thought: true }),
    ],
    { messages: [model({ text: 'ab' }, { text: 'cd', thought: true })], complete: false },
  ],
  [
    geminiAnswer,
    [candidate({ text: 'a' }), candidate({ text: 'b', thoughtSignature: 's' }), candidate({ text: 'c' })],
    { messages: [model({ text: 'a' }, { text: 'b', thoughtSignature: 's' }, { text: 'c' })], complete: false },
  ],
  [
    geminiAnswer,
    [
      candidate({ functionCall: {} }),
      candidate({ functionCall: {} }),
      { candidates: [{ content: 1 }] },
      { candidates: [{ content: { parts: 1 } }] },
    ],
    { messages: [model({ functionCall: {} }, { functionCall: {} })], complete: false },
  ],
  [
    openAIChatAnswer,
    [said({ role: 'assistant', content: '' }), said({ content: 'a' }), said({ content: 'b' }), done],
    { messages: [{ role: 'assistant', content: 'ab' }], complete },
  ],
  [
    openAIChatAnswer,
    [said({ content: 'a' }, { index: 1 }), said({ content: 'b' }, { index: 0 })],
    { messages: [{ role: 'assistant', content: 'b' }], complete: false },
  ],
  [
    openAIChatAnswer,
    [
      said({ refusal: 'a' }),
      said({ refusal: 'b', reasoning_content: 'c' }),
      said({ reasoning_content: 'd', reasoning: 'e' }),
      said({ reasoning: 'f', content: null, audio: undefined }),
      done,
    ],
    {
      messages: [{ role: 'assistant', content: null, refusal: 'ab', reasoning_content: 'cd', reasoning: 'ef' }],
      complete,
    },
  ],
  [
    openAIChatAnswer,
    [said({ reasoning_details: [1], model: 'x' }), said({ reasoning_details: [2], model: 'y' }), done],
    { messages: [{ role: 'assistant', content: null, reasoning_details: [1, 2], model: 'y' }], complete },
  ],
  [
    openAIChatAnswer,
    [
      called({ index: 0, id: 'c', function: { name: 'n', arguments: '{' } }),
      called({ index: 0, id: '', function: { name: 'n', arguments: '}' } }),
      called({ index: 1, id: 'd', type: 'custom', custom: { name: 'm', input: 'a' } }),
      called({ index: 1, custom: { name: '', input: 'b', kept: 1 } }),
      done,
    ],
    {
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { type: 'function', id: 'c', function: { name: 'n', arguments: '{}' } },
            { type: 'custom', id: 'd', custom: { name: 'm', input: 'ab' } },
          ],
        },
      ],
      complete,
    },
  ],
  [
    openAIChatAnswer,
    [
      called({ id: 'c', function: {} }, { id: 'd', function: {} }, 1),
      called({ id: 'e', function: { arguments: 'x' } }),
      done,
    ],
    {
      messages: [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { type: 'function', id: 'e', function: { arguments: 'x' } },
            { type: 'function', id: 'd', function: {} },
          ],
        },
      ],
      complete,
    },
  ],
  [
    openAIChatAnswer,
    [{ choices: [{ finish_reason: 'stop' }] }],
    { messages: [{ role: 'assistant', content: null }], complete },
  ],
  [
    openAIChatAnswer,
    [{ choices: {} }, { choices: [1] }, 1, said({ content: 'a' }, { index: 2, finish_reason: 'stop' })],
    nothing,
  ],
  [
    openAIResponsesAnswer,
    [
      { type: 'response.output_item.done', item: 1 },
      { type: 'response.output_item.added', item: 0 },
      { type: 'response.output_item.done', item: 2 },
      { response: { id: 'r', status: 'completed', output: [] } },
      1,
    ],
    { messages: [1, 2], complete, responseID: 'r' },
  ],
  [
    openAIResponsesAnswer,
    [{ type: 'response.output_item.done', item: 1 }, { response: { status: 'incomplete', output: [3] } }],
    { messages: [3], complete },
  ],
  [
    openAIResponsesAnswer,
    [{ type: 'response.output_item.done', item: 1 }, { response: 1 }],
    { messages: [1], complete: false },
  ],
])('row %$: an answer that came in pieces is put together otherwise', (reader, events, answer) => {
  const builder = reader.build()
  for (const event of events) builder.add(event)
  expect(builder.answer()).toStrictEqual(answer)
})

const sse =
  'data: {"a":1}\n\ndata:{"b":2}\r\n\r\nevent: x\rdata: [1,\rdata: 2]\r\r: ping\n\ndata: [DONE]\n\ndata: {"cut"'

/** A frame of an event stream: its headers are strings. */
function awsFrame(headers: Readonly<Record<string, string>>, payload: string): Buffer {
  const fields = Object.entries(headers).flatMap(([name, value]) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(value.length)
    return [Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, Buffer.from(value)]
  })
  const head = Buffer.concat(fields)
  const prelude = Buffer.alloc(12)
  prelude.writeUInt32BE(16 + head.length + payload.length, 0)
  prelude.writeUInt32BE(head.length, 4)
  return Buffer.concat([prelude, head, Buffer.from(payload), Buffer.alloc(4)])
}
const aws = Buffer.concat([
  awsFrame({ ':message-type': 'event', ':event-type': 'first' }, '{"a":1}'),
  awsFrame({ ':message-type': 'event' }, '{}'),
  awsFrame({ ':event-type': 'broken' }, '{'),
  awsFrame({ ':event-type': 'last', ':content-type': 'json' }, '[]'),
  awsFrame({ ':event-type': 'cut' }, '{"a":1}').subarray(0, -1),
])

test.each([
  ['server-sent events', serverSentEvents, Buffer.from(sse), [{ a: 1 }, { b: 2 }, [1, 2]]],
  ['frames of AWS', awsEventStream, aws, [{ first: { a: 1 } }, { last: [] }]],
] as const)('%s are read otherwise when they are cut elsewhere', (_, decoder, bytes, events) => {
  for (const size of [1, 2, 3, 7, 16, bytes.length]) {
    const decode = decoder()
    const found: unknown[] = []
    for (let at = 0; at < bytes.length; at += size) found.push(...decode(bytes.subarray(at, at + size)))
    expect([size, found]).toEqual([size, events])
  }
})

test('an event that ends with a lone carriage return waits for the end of a later line', () => {
  const decode = serverSentEvents()
  const given = ['data: 1\r\r', ': ', 'ping'].map((chunk) => decode(Buffer.from(chunk)))
  expect(given).toEqual([[], [1], []])
})

test('a frame of AWS that tells no length is read for ever', () => {
  expect(awsEventStream()(Buffer.alloc(64))).toEqual([])
})

interface Kept {
  readonly messages: readonly unknown[]
  readonly extra: Accepted
}
const listened = async (
  chunks: readonly Uint8Array[],
  contentType: string,
): Promise<{ kept: Kept[]; heard: unknown[] }> => {
  const kept: Kept[] = []
  const heard: unknown[] = []
  const call = {
    accepted: async (messages: readonly unknown[] = [], extra: Accepted = {}) => void kept.push({ messages, extra }),
    heard: (size: number, partialOf: () => readonly unknown[]) => void heard.push([size, partialOf()]),
  }
  const tap = answerTap(call, anthropicAnswer, contentType)
  for (const chunk of chunks) tap.push(chunk)
  await Promise.all([tap.end(), tap.end()])
  tap.push(Buffer.from('late'))
  return { kept, heard }
}
const event = (data: unknown): Buffer => Buffer.from(`data: ${JSON.stringify(data)}\n\n`)

test('an answer is recorded twice, before it is whole, or without its id', async () => {
  const whole = JSON.stringify({ id: 'm', content: [text('a')] })
  expect(
    await listened(
      [whole.slice(0, 9), whole.slice(9)].map((part) => Buffer.from(part)),
      'application/json',
    ),
  ).toEqual({
    kept: [{ messages: [claude(text('a'))], extra: { responseID: 'm', meta: { responseID: 'm' } } }],
    heard: [],
  })
  const [first, last] = [event(start(0, text('a'))), event(stop)]
  expect(await listened([first, last], 'Text/Event-Stream; charset=utf-8')).toStrictEqual({
    kept: [{ messages: [claude(text('a'))], extra: {} }],
    heard: [
      [first.length, [claude(text('a'))]],
      [first.length + last.length, [claude(text('a'))]],
    ],
  })
  const cut = await listened([first], 'text/event-stream')
  expect(cut.kept).toStrictEqual([{ messages: [], extra: { partial: [claude(text('a'))] } }])
  const unreadable = await listened([Buffer.from('<html>')], 'text/html')
  expect(unreadable.kept).toStrictEqual([{ messages: [], extra: { partial: [] } }])
  const told = await listened([Buffer.from('{"input_transformations":[1]}')], '')
  expect(told.kept).toStrictEqual([{ messages: [], extra: { transformations: [1] } }])
})

test('what is too long to be kept is kept, or listened to for ever', async () => {
  const most = 64 * 1024 * 1024
  const long = { length: most } as Uint8Array
  const first = event(start(0, text('a')))
  const { heard, kept } = await listened([first, long], 'text/event-stream')
  expect(kept).toStrictEqual([{ messages: [], extra: { partial: [] } }])
  expect(heard).toHaveLength(1)
  const full = { length: most - first.length } as Uint8Array
  const enough = await listened([first, full], 'text/event-stream')
  expect(enough.kept).toStrictEqual([{ messages: [], extra: { partial: [claude(text('a'))] } }])
  expect(enough.heard).toHaveLength(2)
})

test.each([
  [{ 'x-api-key': 'k' }, '', true],
  [{ 'x-goog-api-key': 'k' }, '', true],
  [{ 'api-key': 'k', authorization: 'Bearer other' }, '', true],
  [{ authorization: 'bearer  k' }, '', true],
  [{}, '?key=k', true],
  [{ 'x-api-key': '' }, '?key=k', true],
  [{ authorization: 'Basic k' }, '', false],
  [{ authorization: 'x Bearer k' }, '', false],
  [{}, '', false],
])('row %$: the account of a key is another one, or is seen where none is', (headers, query, isSeen) => {
  const account = accountOf(new Headers(headers as Record<string, string>), new URL(`https://a.test/${query}`))
  expect(account).toBe(isSeen ? accountOfKey('k') : undefined)
})

test.each([
  ['k', true],
  ['gho', true],
  ['of ya29.x', true],
  ['ya29.x', false],
  ['eyJx', false],
  ['sk-ant-oat01', false],
  ['gho_x', false],
  ['ghu_x', false],
  ['', false],
  [undefined, false],
  [1, false],
])('%s is taken for a key that lasts, or not where it does', (key, lasts) => {
  const account = accountOfKey(key)
  expect([account !== undefined, account?.includes('k')]).toEqual([lasts, lasts ? false : undefined])
  expect(account?.length).toBe(lasts ? 16 : undefined)
})

const endpoint = 'https://api.test'
const account = accountOfKey('k')!
test.each([
  [null, {}],
  [{}, {}],
  [
    { apiKey: 'k', config: { baseURL: 'https://api.test/v1' } },
    { endpoint, account },
  ],
  [
    { anthropicApiKey: 'k', clientOptions: { baseURL: 'https://api.test/v1' } },
    { endpoint, account },
  ],
  [{ clientConfig: { baseURL: 'https://api.test' }, clientOptions: { baseURL: 1 } }, { endpoint }],
  [{ config: { headers: { 'x-api-key': 'k', other: 1 } } }, { account }],
  [{ config: { headers: () => ({ authorization: 'Bearer k' }) } }, { account }],
  [{ config: { headers: 'x-api-key' } }, {}],
  [{ apiKey: 'k', config: { baseURL: 'no address' } }, {}],
])('row %$: the maker of a model is another one', (given, maker) => {
  expect(makerOfModel(given)).toStrictEqual(maker)
})

test.each([
  [undefined, [['x-beta', ['a', 'b', 'a']]], 'a,b'],
  [{ 'x-beta': 'c , a' }, [['X-Beta', ['a', 'b']]], 'c,a,b'],
  [{ 'x-beta': 'c , a' }, [['x-beta', []]], 'c , a'],
] as const)('row %$: values of a header are lost, or stand there twice', (headers, added, values) => {
  expect(withHeaderValues(headers, added).get('x-beta')).toBe(values)
})

test.each([
  ['/v1/messages', 'anthropic-messages', null],
  ['/base/v1/messages', 'anthropic-messages', null],
  ['/v1/messages/m', undefined, null],
  ['/v1/messages/count_tokens', undefined, 'anthropic-messages'],
  ['/v1/messages/count_tokens/x', undefined, null],
  ['/v1/messages/batches', undefined, 'anthropic-messages'],
  ['/v1/messages/batches/b', undefined, null],
  ['/v1/projects/p/publishers/anthropic/models/m:rawPredict', 'anthropic-messages', null],
  ['/v1/projects/p/publishers/anthropic/models/m:streamRawPredict', 'anthropic-messages', null],
  ['/v1/projects/p/publishers/anthropic/models/m:rawPredicts', undefined, null],
  ['/openai/deployments/d/chat/completions', 'openai-chat', null],
  ['/chat/completions/c', undefined, null],
  ['/v1/responses', 'openai-responses', null],
  ['/v1/responses/r', undefined, null],
  ['/v1/responses/input_tokens', undefined, 'openai-responses'],
  ['/v1/responses/compact', undefined, 'openai-responses'],
  ['/v1/responses/compact/x', undefined, null],
  ['/v1/conversations', undefined, 'openai-responses'],
  ['/v1/conversations/c/items', undefined, null],
  ['/v1beta/models/m:generateContent', 'gemini', null],
  ['/v1beta/models/m:streamGenerateContent', 'gemini', null],
  ['/v1beta/models/m:generateContents', undefined, null],
  ['/v1beta/models/m:countTokens', undefined, 'gemini'],
  ['/v1beta/models/m:countTokensNow', undefined, null],
  ['/v1beta/cachedContents', undefined, 'gemini'],
  ['/v1beta/cachedContents/c', undefined, null],
  ['/v1beta/models/m:batchGenerateContent', undefined, 'gemini'],
  ['/v1beta/models/m:batchGenerateContents', undefined, null],
  ['/model/m/invoke', 'anthropic-messages', null],
  ['/model/m/invoke-with-response-stream', 'anthropic-messages', null],
  ['/model/m/invokes', undefined, null],
  ['/model/m/converse', 'bedrock-converse', null],
  ['/model/m/converse-stream', 'bedrock-converse', null],
  ['/model/m/converse-streams', undefined, null],
])('%s is taken for another endpoint', (path, guarded, unsent) => {
  expect([findEndpoint(path)?.format, findUnsentEndpoint(path)?.format ?? null]).toEqual([guarded, unsent])
})
