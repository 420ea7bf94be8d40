import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'

const { data: png } = tinyPng()
const base64 = (words: string): string => Buffer.from(words, 'utf8').toString('base64')
const shown = (part: object): readonly object[] => [{ role: 'user', content: [{ type: 'text', text: 'See.' }, part] }]
const repaired = (part: object) => {
  const { loss, messages } = repair(shown(part), { format: 'ai-sdk' })
  return { loss, part: (messages[0] as { content: object[] }).content[1] }
}

test.each([
  ['a letter', 'text/plain', 'Dear Ada,\nhere it is.'],
  ['a table', 'text/csv', 'a,b\n1,2'],
  ['an object', 'application/json', '{"a": 1}'],
  ['a drawing', 'image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
])('the words of a file stand where its bytes belong, and are taken for base64: %s', (_what, mediaType, data) => {
  const file = { type: 'file', mediaType, data }
  expect(repaired(file)).toEqual({ loss: 'synthesised', part: { ...file, data: base64(data) } })
})

test('an address carries a text in percent signs, and is taken for base64', () => {
  const file = { type: 'file', mediaType: 'text/plain', data: 'data:text/plain,hello%20you' }
  expect(repaired(file).part).toEqual({ ...file, data: `data:text/plain;base64,${base64('hello you')}` })
  const list = [
    { id: '1', role: 'user', parts: [{ type: 'file', mediaType: 'text/plain', url: 'data:text/plain,50%' }] },
  ]
  const { messages } = repair(list, { format: 'ai-sdk' })
  expect(JSON.stringify(messages)).toContain(`data:text/plain;base64,${base64('50%')}`)
})

test.each([
  ['of a picture', 'data:image/png', '%89PNG%0D%0A%1a%0A%00', Buffer.from('\x89PNG\r\n\x1A\n\0', 'latin1')],
  ['of a text in another charset', 'data:text/plain;charset=iso-8859-1', 'caf%E9', Buffer.from('café', 'latin1')],
  ['of a text, some of them as they are', 'data:text/plain;charset=utf-8', 'é%C3%A9 50%', Buffer.from('éé 50%')],
])('an address carries the bytes %s in percent signs, and they become the signs (I4)', (_what, head, data, bytes) => {
  const file = { type: 'file', mediaType: 'image/png', data: `${head},${data}` }
  expect(repaired(file).part).toEqual({ ...file, data: `${head};base64,${bytes.toString('base64')}` })
})

test.each([
  ['behind them', `${png}\0`],
  ['in front of them', `"${png}`],
])('something that is none of the bytes of a picture has got %s', (_where, data) => {
  expect(repaired({ type: 'image', image: data }).part).toEqual({ type: 'image', image: png })
})

test.each(['/uploads/a.png', './a.png', 'uploads/ä.png'])('`ai` throws at a path in place of bytes: %s', (data) => {
  const { loss, part } = repaired({ type: 'file', mediaType: 'image/png', data })
  expect(loss).toBe('synthesised')
  expect(part).toMatchObject({ type: 'text' })
})

test('words that say that a text was taken out become that text', () => {
  const { part } = repaired({ type: 'file', mediaType: 'text/plain', data: '[file removed]' })
  expect(part).toMatchObject({ type: 'text' })
})

test.each([
  { type: 'file', mediaType: 'text/plain', data: base64('hello') },
  { type: 'file', mediaType: 'text/plain', data: 'https://a.b/c.txt' },
  { type: 'image', image: png },
  { type: 'image', image: `data:image/png;base64,${png}` },
])('a file that is fine is changed (I1): %#', (part) => {
  const list = shown(part)
  expect(repair(list, { format: 'ai-sdk' }).messages).toBe(list)
})
