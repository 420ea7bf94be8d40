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
