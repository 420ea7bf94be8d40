import { expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const details = [
  { type: 'reasoning.text', text: 'Hm', signature: 'AAAA', format: 'google-gemini-v1', index: 0 },
  { type: 'reasoning.encrypted', data: 'CiQB', id: 'c1', format: 'google-gemini-v1', index: 1 },
]
const call = { id: 'c1', type: 'function', function: { name: 'f', arguments: '{}' } }
const asked = { role: 'assistant', content: null, reasoning_details: details, tool_calls: [call] }
const list = (part: object): readonly object[] => [
  { role: 'user', content: [{ type: 'text', text: 'Hi', ...part }] },
  asked,
  { role: 'tool', tool_call_id: 'c1', content: 'ok' },
]
const told = (messages: readonly object[], path: string): readonly unknown[] => {
  const error = Object.assign(new Error(`400 Unknown parameter: '${path}'.`), { status: 400 })
  const options = { format: 'openai-chat', baseURL: 'https://openrouter.ai/api/v1', allow: 'lossy', error } as const
  return repair(messages, { ...options, request: { model: 'google/gemini-3-pro-preview' } }).messages
}

test.each(['data', 'format', 'index', 'signature'])(
  'a part of the content may not have `%s`, and what was thought loses its own',
  (field) => {
    expect(told(list({ [field]: 'x' }), `messages[0].content[0].${field}`)).toEqual(list({}))
  },
)

test.each(['text', 'type', 'id'])('what was thought loses `%s` for a part that cannot be without it', (field) => {
  const messages = list({})
  expect(told(messages, `messages[0].content[0].${field}`)).toBe(messages)
})

test('a field that is refused in what was thought leaves half a thought', () => {
  for (const path of ['messages[1].reasoning_details[0].text', 'messages[1].reasoning_details[1].data']) {
    const { reasoning_details: _, ...bare } = asked
    expect(told(list({}), path)).toEqual([list({})[0], bare, list({})[2]])
  }
})
