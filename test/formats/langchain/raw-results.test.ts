import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'

const call = { type: 'tool_call', id: 'c1', name: 'read', args: {} }
const asked = { type: 'ai', content: '', tool_calls: [call] }
const raw = { type: 'tool_result', tool_use_id: 'c1', content: 'rows', is_error: true }
const answered = { type: 'human', content: [raw, { type: 'text', text: 'Go on.' }] }
const list = [{ type: 'human', content: 'Read it.' }, asked, answered]
const claude = { provider: 'anthropic', model: 'claude-opus-4-6' }

test('a raw result in a message of the user is changed although Claude takes it', () => {
  expect(repair(list, { format: 'langchain', request: claude }).messages).toBe(list)
})

// I5: the real result is there, in a form that only Claude reads.
test('a raw result in a message of the user loses against a synthetic one', () => {
  const { loss, messages } = repair(list, { format: 'langchain' })
  expect(loss).toBe('none')
  expect(messages).toMatchObject([
    list[0],
    asked,
    { role: 'tool', tool_call_id: 'c1', content: 'rows', status: 'error' },
    { type: 'human', content: [{ type: 'text', text: 'Go on.' }] },
  ])
})

test.each([{}, claude])('a raw result without its call is sent on (%j)', (request) => {
  const { messages, ok } = repair([list[0], answered], { format: 'langchain', request })
  expect(ok).toBe(true)
  expect(JSON.stringify(messages)).toContain('rows')
  expect(JSON.stringify(messages)).not.toContain('tool_use_id')
})

test('a part that OpenAI does not know is refused in a tool message for ever', () => {
  const error = new Error("400 Invalid value: 'status'. Supported values are: 'text', 'image_url' and 'input_audio'.")
  const content = [
    { type: 'text', text: 'rows' },
    { type: 'status', value: 'half' },
  ]
  const told = [list[0], asked, { role: 'tool', tool_call_id: 'c1', content }]
  expect(repair(told, { format: 'langchain' }).messages).toBe(told)
  const { loss, messages } = repair(told, { format: 'langchain', error })
  expect(loss).toBe('none')
  expect(messages[2]).toMatchObject({
    content: [content[0], { type: 'text', text: '{"type":"status","value":"half"}' }],
  })
})

test('an image that the model shows is refused for ever by OpenAI', () => {
  const error = new Error("400 Invalid value: 'image_url'. Supported values are: 'text' and 'refusal'.")
  const image = { type: 'image_url', image_url: { url: 'https://a.example/a.png' } }
  const said = { type: 'text', text: 'So it is.' }
  const shown = [list[0], { role: 'assistant', content: [said, image] }, { role: 'user', content: 'Go on.' }]
  const { loss, messages } = repair(shown, { format: 'langchain', error })
  expect(loss).toBe('none')
  expect(messages[1]).toMatchObject({ content: [said] })
  expect(JSON.stringify(messages.slice(2))).toContain('a.png')
})
