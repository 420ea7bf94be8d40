import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const refusal = 'messages.1.content.0.tool_use.input: Input should be a valid dictionary'
const error = Object.assign(new Error(refusal), { statusCode: 400 })
const list = [
  { role: 'user', content: 'Look.' },
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'run', input: 'ls -la' }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'run', output: { type: 'text', value: 'a' } }],
  },
  { role: 'user', content: 'Go on.' },
]
const over = (specification: string): object => ({
  provider: 'anthropic.messages',
  model: 'claude-sonnet-4-5',
  specification,
})
const inputOf = (messages: readonly unknown[]): unknown =>
  (messages[1] as { content: { input: unknown }[] }).content[0]!.input

test.each(['v2', 'v3'])('a text that the package passes on takes a refusal, or is lost: %s', (specification) => {
  const { messages } = repair(list, { format: 'ai-sdk', request: over(specification) as Record<string, unknown> })
  expect(JSON.stringify(inputOf(messages))).toContain('ls -la')
  expect(inputOf(messages)).toBeTypeOf('object')
})

test('a text that the package puts into an object itself is changed (I1)', () => {
  expect(repair(list, { format: 'ai-sdk', request: over('v4') as Record<string, unknown> }).messages).toBe(list)
})

test('the refusal of a text is not heard where the package is not known', () => {
  const { messages } = repair(list, { format: 'ai-sdk', error })
  expect(JSON.stringify(inputOf(messages))).toContain('ls -la')
  expect(inputOf(messages)).toBeTypeOf('object')
})

test.each([
  ['custom tools take text', { provider: 'openai.responses', model: 'gpt-5', specification: 'v3' }],
  ['the package puts text into an object', over('v4')],
])('a text that is fine is changed when an input is refused (I1): %s', (_name, request) => {
  const refused = Object.assign(new Error('tool call arguments are not valid'), { statusCode: 400 })
  const answer = repair(list, { format: 'ai-sdk', request: request as Record<string, unknown>, error: refused })
  expect(inputOf(answer.messages)).toBe('ls -la')
})
