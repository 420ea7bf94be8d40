import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'
import { assistant, call, result, testOnAnthropic, text, user } from './anthropic.ts'

testOnAnthropic({
  type: 'tool_call_id_invalid',
  finds: {
    'illegal characters': {
      broken: [user('a'), assistant(call('f.x:0')), user(result('f.x:0')), assistant(text('b'))],
      at: [1, 0],
    },
    'an empty id': { broken: [user('a'), assistant(call('')), user(result('')), assistant(text('b'))], at: [1, 0] },
    'a result without an id': {
      broken: [user('a'), assistant(call('x')), user({ type: 'tool_result', content: 'ok' }), assistant(text('b'))],
      repaired: [
        user('a'),
        assistant(call('x')),
        user({ type: 'tool_result', content: 'ok', tool_use_id: 'x' }),
        assistant(text('b')),
      ],
      at: [2, 0],
    },
  },
  nearMisses: { 'every legal character': [user('a'), assistant(call('toolu_A-9')), user(result('toolu_A-9'))] },
})

test.each([
  ['is sent where OpenAI refuses it', 'openai.chat', 'gpt-4.1', 41, true],
  ['that OpenAI takes is changed', 'openai.chat', 'gpt-4.1', 40, false],
  ['is changed for a model that is none of its own', 'openai.chat', 'qwen3', 41, false],
  ['is changed where it is not told which API is asked', 'openai', 'gpt-4.1', 41, false],
  ['is changed for the Responses API', 'openai.responses', 'gpt-4.1', 64, false],
])('a long id behind the AI SDK %s', (_what, provider, model, length, isChanged) => {
  const part = { toolCallId: 'x'.repeat(length), toolName: 'r' }
  const output = { type: 'text', value: 'b' }
  const list = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: [{ type: 'tool-call', ...part, input: {} }] },
    { role: 'tool', content: [{ type: 'tool-result', ...part, output }] },
  ]
  const { changed, loss } = repair(list, { format: 'ai-sdk', request: { provider, model } })
  expect([changed, loss]).toEqual([isChanged, 'none'])
})

test.each([5, 12, 13, 14, 20])('a new id is longer than the %i characters that an error allows', (limit) => {
  const message = `Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length ${limit}, but got a string with length 30 instead.`
  const id = 'c'.repeat(30)
  const made = { id, type: 'function', function: { name: 'r', arguments: '{}' } }
  const list = [
    { role: 'user', content: 'a' },
    { role: 'assistant', content: null, tool_calls: [made] },
    { role: 'tool', tool_call_id: id, content: 'ok' },
  ]
  const error = {
    status: 400,
    error: { message, type: 'invalid_request_error', param: null, code: 'string_above_max_length' },
  }
  const { messages } = repair(list, { format: 'openai-chat', error })
  const written = messages as unknown as typeof list
  const given = written[1]!.tool_calls![0]!.id
  expect([given.length, written[2]!.tool_call_id]).toEqual([limit, given])
})

const exact = (length: number): string => `Tool call id was c0 but must be a-z, A-Z, 0-9, with a length of ${length}.`
const longest = (length: number): string =>
  `Invalid 'messages[1].tool_calls[0].id': string too long. Expected a string with maximum length ${length}, but got a string with length 30 instead.`

/** Of one id for each call there are enough, or the fault stays and is told. */
test.each([
  ['exactly', exact, 1],
  ['exactly', exact, 2],
  ['exactly', exact, 4],
  ['exactly', exact, 9],
  ['at most', longest, 1],
  ['at most', longest, 2],
  ['at most', longest, 4],
  ['at most', longest, 9],
] as const)('ids of %s the length that an error names run out for ever, or are given twice', (_, says, length) => {
  for (const isOneTurn of [true, false]) {
    const calls = Array.from({ length: 80 }, (_, index) => {
      const id = `call_that_was_made_for_others_${index}`
      return { id, type: 'function', function: { name: 'r', arguments: `{"a":${index}}` } }
    })
    const turns = isOneTurn ? [calls] : calls.map((made) => [made])
    const list = turns.flatMap((made) => [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: null, tool_calls: made },
      ...made.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: id })),
    ])
    const error = { status: 400, error: { message: says(length), type: 'invalid_request_error', param: null } }
    const { messages, ok } = repair(list, { format: 'openai-chat', error })
    const written = messages as unknown as { content: string; tool_call_id?: string; tool_calls?: typeof calls }[]
    const given = written.flatMap(({ tool_calls }) => tool_calls?.map(({ id }) => id) ?? [])
    const isTrue = new Set(given).size === 80 && given.every((id) => id.length <= length)
    expect([ok, ok || length <= 2]).toEqual([isTrue, true])
    // Every result still answers its call.
    const said = written.flatMap(({ content, tool_call_id }) =>
      tool_call_id === undefined ? [] : [[tool_call_id, content]],
    )
    expect(said).toEqual(calls.map(({ id }, index) => [given[index], id]))
  }
})
