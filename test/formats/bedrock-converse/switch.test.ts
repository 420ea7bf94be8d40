import { expect, test } from 'vitest'
import { judgeAnthropicRequest } from '../../../src/testing.ts'
import { repair } from '../../../src/repair/repair.ts'

const hello = { role: 'user', content: 'Hello' }
const call = { type: 'tool_use', id: 'tooluse_ygDzP0Pqs4MRhXwf5dEYCK', name: 'read_file', input: {} }
const result = { type: 'tool_result', tool_use_id: call.id, content: 'x' }
const request = {
  model: 'claude-opus-4-6',
  max_tokens: 1024,
  tools: [{ name: 'read_file', input_schema: { type: 'object' } }],
}
const format = 'anthropic-messages'

test('a session of Claude on Bedrock is changed on its way to the API of Anthropic', () => {
  const messages = [hello, { role: 'assistant', content: [call] }, { role: 'user', content: [result] }]
  expect(judgeAnthropicRequest({ ...request, messages }).status).toBe(200)
  expect(repair(messages, { format, request }).messages).toBe(messages)
})

test('a prefill that an older Claude on Bedrock took stays in the way of a newer one', () => {
  const messages = [hello, { role: 'assistant', content: 'Once upon' }]
  expect(
    repair(messages, { format, request: { ...request, model: 'anthropic.claude-3-7-sonnet-20250219-v1:0' } }).ok,
  ).toBe(true)
  const repaired = repair(messages, { format, request })
  expect(repaired.messages.slice(0, 2)).toEqual(messages)
  expect(judgeAnthropicRequest({ ...request, messages: repaired.messages }).status).toBe(200)
})

test('the same two switches fail inside Converse', () => {
  const messages = [
    { role: 'user', content: [{ text: 'Hello' }] },
    { role: 'assistant', content: [{ text: 'Once upon' }] },
  ]
  const options = (modelId: string): Parameters<typeof repair>[1] => ({
    format: 'bedrock-converse',
    request: { modelId },
  })
  expect(repair(messages, options('us.anthropic.claude-3-7-sonnet-20250219-v1:0')).messages).toBe(messages)
  const repaired = repair(messages, options('global.anthropic.claude-opus-4-6-v1'))
  expect(repaired.messages).toHaveLength(3)
  expect(repaired.messages[2]).toMatchObject({ role: 'user' })
})
