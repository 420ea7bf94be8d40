import { expect, test } from 'vitest'
import type { Answer, AnswerReader } from '../../../src/adapters/wire/answer.ts'
import { anthropicAnswer } from '../../../src/adapters/wire/anthropic-answer.ts'
import { bedrockAnswer } from '../../../src/adapters/wire/bedrock-answer.ts'
import { geminiAnswer } from '../../../src/adapters/wire/gemini-answer.ts'
import { invokeAnswer } from '../../../src/adapters/wire/invoke-answer.ts'
import { openAIChatAnswer } from '../../../src/adapters/wire/openai-chat-answer.ts'
import { openAIResponsesAnswer } from '../../../src/adapters/wire/openai-responses-answer.ts'

const nothing = { messages: [], complete: false }

const text = (words: string): object => ({ type: 'text', text: words })

const saidBy = (role: string, field: string, ...content: readonly unknown[]): object => ({ role, [field]: content })

const claude = (...content: readonly unknown[]): object => saidBy('assistant', 'content', ...content)

const model = (...parts: readonly unknown[]): object => saidBy('model', 'parts', ...parts)

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
    [called({ index: 1, id: 'c' }), done],
    {
      messages: [{ role: 'assistant', content: null, tool_calls: [{ type: 'function', id: 'c' }] }],
      complete,
    },
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
      said({ function_call: { name: 'n', arguments: '' } }),
      said({ function_call: { arguments: '{"a"' } }),
      said({ function_call: { name: 'n', arguments: ':1}' } }),
      done,
    ],
    {
      messages: [{ role: 'assistant', content: null, function_call: { name: 'n', arguments: '{"a":1}' } }],
      complete,
    },
  ],
  [
    openAIChatAnswer,
    [
      said({ audio: { id: 'a', transcript: 'Hel' } }),
      said({ audio: { id: 'a', transcript: 'lo', data: 'AA' } }),
      said({ audio: { expires_at: 9 } }),
      done,
    ],
    {
      messages: [
        { role: 'assistant', content: null, audio: { id: 'a', transcript: 'Hello', data: 'AA', expires_at: 9 } },
      ],
      complete,
    },
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
    [
      { type: 'response.output_item.done', item: 1 },
      { response: { status: 'incomplete', output: [3], input_transformations: [{ reason: 'prefix_mismatch' }] } },
    ],
    { messages: [3], complete, transformations: [{ reason: 'prefix_mismatch' }] },
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
