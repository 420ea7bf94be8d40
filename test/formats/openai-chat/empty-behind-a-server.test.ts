import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const request = { model: 'claude-sonnet-4-5' }
const options = { format: 'openai-chat', request, baseURL: 'http://localhost:4000/v1' } as const
const user = (content: unknown, more = {}): object => ({ role: 'user', content, ...more })
const call = (input: string): object => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id: 'c1', type: 'function', function: { name: 'f', arguments: input } }],
})
const result = (content: unknown, more = {}): object => ({ role: 'tool', tool_call_id: 'c1', content, ...more })
const throwing = (message: string): object => ({ status: 400, error: { message } })

describe('what a provider behind a server refuses', () => {
  test.each(['user', 'assistant'])('an empty text of the %s stays', (role) => {
    const list = [user('a'), { role, content: '' }, user('b')]
    expect(repair(list, options).messages).toBe(list)
    const inner = '{"type":"error","error":{"message":"messages: text content blocks must be non-empty"}}'
    const error = throwing(`litellm.BadRequestError: AnthropicException - ${inner}`)
    expect(repair(list, { ...options, error }).messages).toEqual([user('a'), user('b')])
  })

  test('no turn is added to instructions alone', () => {
    const list = [{ role: 'system', content: 'a' }]
    const { messages } = repair(list, { ...options, error: throwing('messages: at least one message is required') })
    expect(messages.map((message) => (message as { role: string }).role)).toEqual(['system', 'user'])
  })

  test('broken arguments are sent to a model whose own API takes an object', () => {
    const { messages, ok } = repair([user('a'), call('{"path": "/t'), result('b')], options)
    expect(ok).toBe(true)
    expect(messages[1]).not.toEqual(call('{"path": "/t'))
  })

  test('the empty result is left where no place is named and nothing else is empty', () => {
    const zhipu = { format: 'openai-chat', request: { model: 'glm-4.6' }, dialect: 'zhipu' } as const
    const list = [user('a'), call('{}'), result('')]
    expect(repair(list, zhipu).messages).toBe(list)
    const { loss, messages } = repair(list, { ...zhipu, error: throwing('未正常接收到prompt参数。') })
    expect(loss).toBe('synthesised')
    expect(JSON.stringify(messages[2])).toContain('[session-recovery]')
  })

  test('the empty result is filled where an assistant is named', () => {
    const list = [user('a'), call('{}'), result(''), { role: 'assistant', content: '' }, user('b')]
    const error = throwing("the message at position 3 with role 'assistant' must not be empty")
    expect(repair(list, { ...options, error }).messages[2]).toBe(list[2])
  })
})

test('a refusal stays a part where no list is taken', () => {
  const list = [user('a'), { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] }, user('b')]
  const message =
    'Failed to deserialize the JSON body into the target type: messages[1]: invalid type: sequence, expected a string at line 1'
  const { messages } = repair(list, {
    format: 'openai-chat',
    request: { model: 'deepseek-chat' },
    error: throwing(message),
  })
  expect(messages[1]).toEqual({ role: 'assistant', content: 'no' })
})

describe('Groq', () => {
  const groq = { format: 'openai-chat', request: { model: 'llama-3.3-70b-versatile' }, dialect: 'groq' } as const

  test.each(['timestamp', 'metadata', 'id', 'status'])(
    'is sent the field %s, which it refuses in any role',
    (field) => {
      const answer = { role: 'assistant', content: 'b', [field]: 'x' }
      const { messages } = repair([user('a', { [field]: 1 }), answer, user('c')], groq)
      expect(messages).toEqual([user('a'), { role: 'assistant', content: 'b' }, user('c')])
    },
  )

  test('loses fields that some server knows', () => {
    const list = [
      user('a', { name: 'x' }),
      { role: 'assistant', content: 'b', reasoning: 'c', refusal: null, annotations: [] },
      user('c'),
    ]
    expect(repair(list, groq).messages).toBe(list)
  })
})

test('a name that is no text stays on a result', () => {
  const { messages } = repair([user('a'), call('{}'), result('b', { name: 42 })], options)
  expect(messages[2]).toEqual(result('b'))
  const list = [user('a'), call('{}'), result('b', { name: null })]
  expect(repair(list, options).messages).toBe(list)
})
