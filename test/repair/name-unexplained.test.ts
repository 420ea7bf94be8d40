import { expect, test } from 'vitest'
import { isUnexplained, nameUnexplained, sayingOf } from '../../src/repair/name-unexplained.ts'

const lost = [
  { role: 'user', content: 'Hi' },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'Look.' },
      { type: 'tool_use', id: 'toolu_1', name: 'read', input: {} },
    ],
  },
  { role: 'user', content: 'And?' },
]
const healthy = [{ role: 'user', content: 'Hi' }]
const format = 'anthropic-messages'
const silent = { status: 400, message: 'The request was not accepted.' }

test('a refusal that tells nothing stays without a name although the messages have a fault', () => {
  expect(isUnexplained(silent)).toBe(true)
  expect(nameUnexplained(silent, lost, { format })).toEqual({
    type: 'tool_result_missing',
    messageIndex: 1,
    blockIndex: 1,
    text: 'The request was not accepted.',
  })
})

test('messages without a fault are blamed, or the place of a fault that has none is made up', () => {
  expect(nameUnexplained(silent, healthy, { format })).toBeNull()
  const [type, at] = Object.entries(nameUnexplained(silent, [], { format }) ?? {})
  expect(type).toEqual(['type', 'conversation_empty'])
  expect(at).toEqual(['text', silent.message])
})

test.each([
  ['an outage', { status: 500, message: 'Internal server error' }],
  ['a rate limit', { status: 429, message: 'Too many requests' }],
  ['an explained refusal', { status: 400, message: 'credit balance is too low' }],
  ['a refusal that names its fault', { status: 400, message: 'messages: text content blocks must be non-empty' }],
  ['an error of our own', new TypeError('x is not a function')],
])('%s is settled by the messages', (_title, error) => {
  expect(isUnexplained(error)).toBe(false)
  expect(nameUnexplained(error, lost, { format })).toBeNull()
})

test("the provider's own words are lost", () => {
  expect(sayingOf(silent)).toBe(silent.message)
  expect(sayingOf(new Error('No.'))).toBe('No.')
})
