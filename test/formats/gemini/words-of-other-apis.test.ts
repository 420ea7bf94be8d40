import { expect, it } from 'vitest'
import { repair } from '../../../src/repair/repair.ts'

const user = (...parts: readonly object[]): object => ({ role: 'user', parts })
const request = { model: 'gemini-2.5-pro' }
const data = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

it.each([
  ['Anthropic', { type: 'image', source: { type: 'base64', media_type: 'image/png', data } }],
  ['Chat', { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } }],
  ['Converse', { image: { format: 'png', source: { bytes: data } } }],
])('a picture of a user waits for consent because %s wrote it', (_, part) => {
  const { loss, messages } = repair([user({ text: 'a' }, part)], { format: 'gemini', request })
  expect(messages).toEqual([user({ text: 'a' }, { inlineData: { mimeType: 'image/png', data } })])
  expect(loss).toBe('none')
})

it('what was said beside a picture of another API is lost, or a setting of it is told as words', () => {
  const part = {
    type: 'image_url',
    image_url: { url: `data:image/png;base64,${data}` },
    caption: 'The wall',
    quality: 'high',
  }
  const { loss, messages } = repair([user({ text: 'a' }, part)], { format: 'gemini', request })
  const picture = { inlineData: { mimeType: 'image/png', data } }
  expect(messages).toEqual([user({ text: 'a' }, { text: 'The wall' }, picture)])
  expect(loss).toBe('none')
})

it.each([
  ['a list', { caption: ['The wall'] }],
  ['an object', { meta: { note: 'The wall', key: 's3/9f3a' } }],
])('what was said beside a picture of another API is lost because it stands in %s', (_, beside) => {
  const part = { type: 'image', source: { type: 'base64', media_type: 'image/png', data }, ...beside }
  const { messages } = repair([user({ text: 'a' }, part)], { format: 'gemini', request })
  const picture = { inlineData: { mimeType: 'image/png', data } }
  expect(messages).toEqual([user({ text: 'a' }, { text: 'The wall' }, picture)])
})

it.each([
  ['bytes', 'beside', { inlineData: { mimeType: 'image/png', data } }, 'inlineData'],
  ['an address', 'beside', { fileData: { mimeType: 'image/png', fileUri: 'https://files.example/1' } }, 'fileData'],
])(
  'what was said within a picture of %s is lost because it is looked for %s it alone',
  (_what, _where, picture, key) => {
    for (const said of [{ caption: 'The wall' }, { meta: { note: 'The wall' } }]) {
      const medium = Object.values(picture)[0]
      for (const part of [{ ...picture, ...said }, { [key]: { ...medium, ...said } }]) {
        const { loss, messages } = repair([user({ text: 'a' }, part)], { format: 'gemini', request })
        expect(messages).toEqual([user({ text: 'a' }, picture, { text: 'The wall' })])
        expect(loss).toBe('synthesised')
      }
    }
  },
)

it('a document in plain words waits for consent because its words are taken for base64', () => {
  const source = { type: 'text', media_type: 'text/plain', data: 'Hello' }
  const { messages, ok } = repair([user({ text: 'a' }, { type: 'document', source })], { format: 'gemini', request })
  expect(ok).toBe(true)
  expect(messages).toEqual([user({ text: 'a' }, { text: 'Hello' })])
})

it.each(['arguments', 'input', 'parameters'])('what a call asks is lost under the name %s', (name) => {
  const called = (call: object): readonly object[] => [
    user({ text: 'a' }),
    { role: 'model', parts: [{ functionCall: { name: 'f', ...call } }] },
    user({ functionResponse: { name: 'f', response: { output: 'b' } } }),
  ]
  const { messages } = repair(called({ [name]: { path: 'x' } }), { format: 'gemini', request })
  expect(messages).toEqual(called({ args: { path: 'x' } }))
})

it.each(['output', 'content', 'result'])('what a call gave back is lost under the name %s', (name) => {
  const answered = (answer: object): readonly object[] => [
    user({ text: 'a' }),
    { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
    user({ functionResponse: { name: 'f', ...answer } }),
  ]
  const { messages } = repair(answered({ [name]: { said: 'x' } }), { format: 'gemini', request })
  expect(messages).toEqual(answered({ response: { said: 'x' } }))
})

it('the role of a function stays when an error lists the others', () => {
  const turn = { parts: [{ functionResponse: { name: 'f', response: { output: 'b' } } }] }
  const list = [
    user({ text: 'a' }),
    { role: 'model', parts: [{ functionCall: { name: 'f', args: {} } }] },
    { role: 'function', ...turn },
  ]
  const error = Object.assign(new Error('Please use a valid role: user, model.'), { status: 400 })
  expect(repair(list, { format: 'gemini', request }).messages).toBe(list)
  const { loss, messages } = repair(list, { format: 'gemini', request, error })
  expect(messages).toEqual([list[0], list[1], { role: 'user', ...turn }])
  expect(loss).toBe('none')
})
