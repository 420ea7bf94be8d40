import { expect, test } from 'vitest'
import { repair } from '../../src/index.ts'

const foreign = { type: 'thinking', thinking: 'not ours', signature: 'bm90IG91cnM=' }
const own = { type: 'thinking', thinking: 'ours', signature: 'b3Vycw==' }
const call = (id: string): object => ({ type: 'tool_call', id, name: 'read', args: {} })
const result = (id: string): object => ({ type: 'tool', tool_call_id: id, content: 'a' })
const answer = (thinking: object, ...calls: object[]): object => ({
  type: 'ai',
  content: [thinking, { type: 'text', text: 'I look.' }],
  tool_calls: calls,
})
/** Sent to Claude as: user, assistant, user of two results, assistant, user. */
const list = [
  { type: 'system', content: 'Be brief.' },
  { type: 'human', content: 'Read both.' },
  answer(own, call('a'), call('b')),
  result('a'),
  result('b'),
  answer(foreign),
  { type: 'human', content: 'Thanks.' },
]
const error = (index: number): object => ({
  status: 400,
  message: `messages.${index}.content.0: Invalid \`signature\` in \`thinking\` block`,
})

test('an index of Anthropic is taken for one of the list, whose tool messages are sent as one', () => {
  const request = { provider: 'anthropic', model: 'claude-opus-4-6' }
  const { messages } = repair(list, { format: 'langchain', request, error: error(3) })
  expect(JSON.stringify(messages)).not.toContain('not ours')
  expect(messages[2]).toBe(list[2])
  const first = repair(list, { format: 'langchain', request, error: error(1) })
  expect(JSON.stringify(first.messages[2])).not.toContain('"ours"')
})

const part = (text: string, signature: string): object => ({
  type: 'reasoning',
  text,
  providerOptions: { anthropic: { signature } },
})
const prompt = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'text', text: 'Read.' }] },
  {
    role: 'assistant',
    content: [part('ours', 'b3Vycw=='), { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: {} }],
  },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'read', output: { type: 'text', value: 'a' } }],
  },
  { role: 'user', content: [{ type: 'text', text: 'And?' }] },
  { role: 'assistant', content: [part('not ours', 'bm90IG91cnM='), { type: 'text', text: 'So.' }] },
  { role: 'user', content: [{ type: 'text', text: 'Thanks.' }] },
]

test('an index of Anthropic is taken for one of the prompt, whose results and prompts are sent as one', () => {
  const request = { provider: 'anthropic.messages', model: 'claude-opus-4-6' }
  const { messages } = repair(prompt, { format: 'ai-sdk', request, error: error(3) })
  expect(JSON.stringify(messages)).not.toContain('not ours')
  expect(messages[2]).toBe(prompt[2])
})
