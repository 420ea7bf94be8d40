import { expect, test } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const url =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const said = { type: 'text', text: 'OUT' }
const shown = { type: 'image_url', image_url: { url } }
const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }

function repaired(content: unknown): { readonly loss: string; readonly content: unknown } {
  const list = [
    { role: 'user', content: 'Q' },
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'tool', tool_call_id: 'call_1', content },
  ]
  const { loss, messages } = repair(list, { format: 'openai-chat', dialect: 'openrouter', request: { model: 'm' } })
  return { loss, content: (messages[2] as { content: unknown }).content }
}

test.each([
  ['an object', { content: [said] }],
  ['a list of objects', [{ part: said }]],
  ['a list of lists', [[said]]],
  ['an object with places for keys', { 0: said }],
])('I5: what a tool said in %s is told as JSON', (_, content) => {
  expect(repaired(content)).toEqual({ loss: 'none', content: 'OUT' })
})

test('I4: a picture of a tool in wraps becomes a text of its bytes', () => {
  expect(repaired([{ part: said }, { part: shown }])).toEqual({ loss: 'none', content: [said, shown] })
})

test('data of a tool is taken for parts in wraps', () => {
  const content = { value: { rows: [{ text: 'a', n: 1 }] } }
  expect(repaired(content)).toEqual({ loss: 'none', content: JSON.stringify(content) })
})

test('I4: an image whose address has become a text of JSON is lost', () => {
  const content = [said, { type: 'image_url', image_url: JSON.stringify({ url }) }]
  const { loss, messages } = repair([{ role: 'user', content }], { format: 'openai-chat', request: { model: 'gpt-5' } })
  expect({ loss, messages }).toEqual({ loss: 'none', messages: [{ role: 'user', content: [said, shown] }] })
})
