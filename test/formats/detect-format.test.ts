import { expect, test } from 'vitest'
import { detectFormat } from '../../src/formats/detect-format.ts'
import type { FormatName } from '../../src/formats/format-name.ts'

const user = { role: 'user', content: 'hi' }
const samples: readonly (readonly [FormatName, readonly unknown[], Record<string, unknown>?])[] = [
  ['anthropic-messages', [user, { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'n', input: {} }] }]],
  ['anthropic-messages', [user], { system: 'x', max_tokens: 1 }],
  [
    'openai-chat',
    [user, { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: {} }] }],
  ],
  ['openai-chat', [user, { role: 'tool', tool_call_id: 'c', content: 'x' }]],
  ['openai-chat', [{ role: 'user', content: [{ type: 'image_url', image_url: { url: 'x' } }] }]],
  ['openai-responses', [{ type: 'function_call', call_id: 'c', name: 'n', arguments: '{}' }]],
  ['openai-responses', [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: 'hi' }] }]],
  ['openai-responses', [user], { input: true, model: 'gpt-6' }],
  ['gemini', [{ role: 'user', parts: [{ text: 'hi' }] }]],
  ['gemini', [{ role: 'model', parts: [{ functionCall: { name: 'n' } }] }]],
  ['bedrock-converse', [{ role: 'user', content: [{ text: 'hi' }] }]],
  ['bedrock-converse', [{ role: 'assistant', content: [{ toolUse: { toolUseId: 't', name: 'n', input: {} } }] }]],
  [
    'ai-sdk',
    [user, { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'n', input: {} }] }],
  ],
  ['ai-sdk', [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'hi' }] }]],
  ['ai-sdk', [{ id: 'm', role: 'assistant', parts: [{ type: 'step-start' }, { type: 'tool-ls', toolCallId: 'c' }] }]],
  ['langchain', [{ type: 'human', content: 'hi' }]],
  ['langchain', [{ type: 'ai', data: { content: '', tool_calls: [] } }]],
  ['langchain', [{ lc: 1, type: 'constructor', id: ['langchain_core', 'messages', 'HumanMessage'], kwargs: {} }]],
  [
    'langchain',
    [{ type: 'ai', content: [{ type: 'tool_use', id: 't' }], tool_calls: [{ name: 'n', args: {}, id: 't' }] }],
  ],
]

for (const [at, [format, messages, request]] of samples.entries())
  test(`messages of ${format} are taken for another format (${at})`, () => {
    expect(detectFormat(messages, request)).toMatchObject({ format, candidates: [format] })
    expect(detectFormat(messages, request).reason).not.toBe('')
  })

test('a format is guessed where nothing tells', () => {
  for (const messages of [[], [user], [user, { role: 'system', content: 'x' }], [1, null, 'x']]) {
    const { format, reason } = detectFormat(messages)
    expect(format).toBeNull()
    expect(reason).toMatch(/\.$/)
  }
  expect(detectFormat([user]).candidates).toEqual(['anthropic-messages', 'openai-chat', 'openai-responses', 'ai-sdk'])
})

test('a long conversation is surer than a short one of the same kind', () => {
  expect(detectFormat(Array.from({ length: 50 }, () => user)).format).toBeNull()
})
