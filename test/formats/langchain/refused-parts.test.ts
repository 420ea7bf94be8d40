import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const { data } = tinyPng()
const url = `data:image/png;base64,${data}`
const shown = { type: 'image_url', image_url: { url } }
const said = { type: 'text', text: 'a' }
const repaired = (list: readonly object[], error: string, request: object = { provider: 'openai', model: 'gpt-4o' }) =>
  repair(list, { format: 'langchain', request: { ...request }, allow: 'lossy', error: new Error(`400 ${error}`) })
const refused = (type: string): string =>
  `Invalid value: '${type}'. Supported values are: 'text', 'image_url', 'input_audio', 'file', 'refusal'.`

test.each([
  [{ type: 'image', source: { type: 'base64', media_type: 'image/png', data } }, refused('image')],
  [{ type: 'image', mimeType: 'image/png', data }, refused('image')],
  [{ type: 'input_image', image_url: url }, refused('input_image')],
  [{ inlineData: { mimeType: 'image/png', data } }, "Missing required parameter: 'messages[0].content[1].type'."],
  [{ type: 'file', mediaType: 'image/png', data }, "Missing required parameter: 'messages[0].content[1].file'."],
])('a picture in the words of another API is lost with its refusal (I4, %#)', (part, error) => {
  const { loss, messages } = repaired([{ role: 'user', content: [said, part] }], error)
  expect(messages).toEqual([{ role: 'user', content: [said, shown] }])
  expect(loss).toBe('none')
})

test('a picture that a server of tools gave is refused for ever', () => {
  const call = { type: 'tool_call', id: 'c1', name: 'read', args: {} }
  const content = [said, { type: 'image', mimeType: 'image/png', data }]
  const list = [
    { role: 'user', content: 'Read it.' },
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content },
  ]
  const known = repaired(list, refused('image'))
  expect(known.messages[2]).toMatchObject({ content: [said, shown] })
  const moved = repaired(
    known.messages as object[],
    "Invalid 'messages[2]'. Image URLs are only allowed for messages with role 'user', but this message with role 'tool' contains an image URL.",
  )
  expect(moved.loss).toBe('none')
  expect(moved.messages.slice(2)).toMatchObject([
    { role: 'tool', content: [said, {}] },
    { role: 'user', content: [shown] },
  ])
})

test('the words of a refused part are lost with no word (I4)', () => {
  const { loss, messages } = repaired(
    [{ role: 'user', content: [said, { type: 'widget', body: 'A plan.' }] }],
    refused('widget'),
  )
  expect(loss).toBe('synthesised')
  expect(JSON.stringify(messages)).toContain('A plan.')
})

test.each([
  ['input', { path: 'a' }, { path: 'a' }],
  ['arguments', '{"path":"a"}', { path: 'a' }],
  ['input', '', undefined],
])('what a call asks under the name of another API is lost: %s', (field, asked, args) => {
  const call = { type: 'tool_call', id: 'c1', name: 'read', [field]: asked }
  const list = [
    { role: 'user', content: 'Read it.' },
    { role: 'assistant', content: '', tool_calls: [call] },
    { role: 'tool', tool_call_id: 'c1', content: 'rows' },
  ]
  const { messages } = repair(list, { format: 'langchain', request: { provider: 'anthropic' } })
  const [meant] = (messages[1] as { tool_calls: { args: unknown }[] }).tool_calls
  expect(meant!.args).toEqual(args ?? {})
})
