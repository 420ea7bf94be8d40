import { describe, expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

type Message = Record<string, unknown>

const user: Message = { role: 'user', content: 'a' }
const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'c2ln' }
const says = (...parts: readonly object[]): Message => ({ role: 'assistant', content: parts })
const text = { type: 'text', text: 'b' }
const thought = says(thinking, text)
const plain = says(text)
const call = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } }
const result: Message = { role: 'tool', tool_call_id: 'c1', content: 'A' }

const places: readonly (readonly [string, readonly Message[], readonly Message[]])[] = [
  ['behind the first message', [user, thought, user], [user, plain, user]],
  ['in the middle', [user, plain, user, thought, user], [user, plain, user, plain, user]],
  ['last', [user, thought], [user, plain]],
  ['in two messages', [user, thought, user, thought, user], [user, plain, user, plain, user]],
  [
    'beside a call',
    [user, { ...thought, tool_calls: [call] }, result, user],
    [user, { ...plain, tool_calls: [call] }, result, user],
  ],
]

describe('thinking of Claude among the parts of a message', () => {
  test.each(places)('is sent to OpenAI: %s', (_where, messages, repaired) => {
    for (const target of [{}, { dialect: 'azure' }, { baseURL: 'https://api.openai.com/v1' }])
      expect(repair(messages, { format: 'openai-chat', ...target }).messages).toEqual(repaired)
  })

  const own = 'https://api.deepseek.com/v1'
  test.each(places)('is sent to DeepSeek itself: %s', (_where, messages, repaired) => {
    for (const target of [{ dialect: 'deepseek' }, { baseURL: own }])
      expect(
        repair([...messages, user], { format: 'openai-chat', ...target, request: { model: 'deepseek-chat' } }).messages,
      ).toEqual([...repaired, user])
  })

  test('is no reasoning that a model of DeepSeek wants back, or is taken from a relay that may want it there', () => {
    const messages = [user, { ...thought, tool_calls: [call] }, result, user]
    const request = { model: 'deepseek-v4-pro' }
    const { loss, messages: repaired } = repair(messages, { format: 'openai-chat', baseURL: own, request })
    expect(repaired[1]).toEqual({ ...plain, tool_calls: [call], reasoning_content: 'Hm.' })
    expect(loss).toBe('synthesised')
    const relayed = repair(messages, { format: 'openai-chat', baseURL: 'https://llm.example.com/v1', request })
    expect(relayed.messages[1]).toEqual({ ...messages[1], reasoning_content: 'Hm.' })
    const parts = [
      {
        type: 'thinking',
        thinking: [
          { type: 'text', text: 'H' },
          { type: 'text', text: 'm.' },
        ],
      },
      text,
    ]
    const listed = [user, { role: 'assistant', content: parts, tool_calls: [call] }, result, user]
    expect(repair(listed, { format: 'openai-chat', baseURL: own, request }).messages[1]).toEqual(repaired[1])
  })

  const refused =
    "Invalid value: 'thinking'. Supported values are: 'text', 'image_url', 'input_audio', 'file', 'refusal'."
  test.each(places)('takes an error each: %s', (_where, messages, repaired) => {
    const at = messages.findIndex((message) => JSON.stringify(message).includes('thinking'))
    const param = `messages[${at}].content[0].type`
    const error = { status: 400, error: { message: refused, type: 'invalid_request_error', param } }
    const target = { baseURL: 'https://llm.example.com/v1', request: { model: 'my-model' } }
    expect(repair(messages, { format: 'openai-chat', ...target }).messages).toBe(messages)
    expect(repair(messages, { format: 'openai-chat', ...target, error }).messages).toEqual(repaired)
  })

  test.each([
    ['of a model of Mistral', { dialect: 'mistral' }, [user, says({ type: 'thinking', thinking: [text] }, text), user]],
    ['beside the content', {}, [user, { role: 'assistant', content: 'b', reasoning_content: 'Hm.' }, user]],
  ])('goes where it may stand: %s', (_what, target, messages) => {
    expect(repair(messages, { format: 'openai-chat', ...target }).messages).toBe(messages)
  })
})

test('a refusal of the model stays among the parts of a result', () => {
  const asks = { role: 'assistant', content: null, tool_calls: [call] }
  const messages = [user, asks, { ...result, content: [{ type: 'refusal', refusal: 'No.' }, text] }, user]
  const { messages: repaired } = repair(messages, { format: 'openai-chat', dialect: 'deepseek' })
  expect(JSON.stringify(repaired)).not.toContain('"type":"refusal"')
  expect(JSON.stringify(repaired)).toContain('No.')
  const own = [user, says({ type: 'refusal', refusal: 'No.' }), user]
  expect(repair(own, { format: 'openai-chat' }).messages).toBe(own)
})
