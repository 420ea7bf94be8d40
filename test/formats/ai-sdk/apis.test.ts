import { expect, test } from 'vitest'
import { repair } from '../../../src/index.ts'
import { tinyPdf, tinyPng } from '../../../src/testing/provider/shared/tiny-images.ts'
import { type Api, apis, askProvider } from './ask-provider.ts'

const { data } = tinyPng()
const bytes = new Uint8Array(Buffer.from(data, 'base64'))
const bmp = Buffer.from(`BM${'\0'.repeat(60)}`, 'latin1').toString('base64')
const said = { type: 'text', text: 'Look.' }
const file = (mediaType: string, held: unknown): object => ({ type: 'file', mediaType, data: held })
const shows = (part: unknown): readonly object[] => [{ role: 'user', content: [said, part] }]
const call = { type: 'tool-call', toolCallId: 'c1', toolName: 'read', input: {} }
const answers = (part: unknown): readonly object[] => [
  { role: 'user', content: 'Read it.' },
  { role: 'assistant', content: [call] },
  {
    role: 'tool',
    content: [
      { type: 'tool-result', toolCallId: 'c1', toolName: 'read', output: { type: 'content', value: [said, part] } },
    ],
  },
]
const repaired = (api: Api, list: readonly object[], allow: 'lossy' | 'synthesised' = 'synthesised') =>
  repair(list, { format: 'ai-sdk', request: { ...apis[api] }, allow })

const all: readonly Api[] = ['claude', 'chat', 'responses']
const on = (over: readonly Api[], what: string, list: readonly object[]): [Api, string, readonly object[]][] =>
  over.map((api) => [api, what, list])

test.each([
  ...on(all, 'a PDF that is called an image', shows(file('image/png', tinyPdf))),
  ...on(all, 'a PDF in an image part', shows({ type: 'image', image: tinyPdf })),
  ...on(all, 'a PDF of no type', shows(file('application/octet-stream', tinyPdf))),
  ...on(all, 'a PDF in the address of an image', shows(file('image/png', `data:image/png;base64,${tinyPdf}`))),
  ...on(all, 'an address without its head', shows(file('image/png', `image/png;base64,${data}`))),
  ...on(
    ['claude'],
    'a PDF that is called an image in a result',
    answers(file('image/png', { type: 'data', data: tinyPdf })),
  ),
  ...on(['claude'], 'a text of another type', shows(file('text/csv', Buffer.from('a,b').toString('base64')))),
])('a file is lost, or refused: %s, %s (I4)', async (api, _what, list) => {
  // Into the bytes of files only this judge looks.
  const refused = api === 'claude' ? await askProvider(api, list) : 'its bytes'
  expect(refused).not.toBeNull()
  const { changed, loss, messages } = repaired(api, list)
  expect(changed).toBe(true)
  expect(loss).not.toBe('lossy')
  expect(await askProvider(api, messages)).toBeNull()
  expect(JSON.stringify(messages)).not.toContain('session-recovery')
})

test.each([
  ...on(['claude', 'chat'], 'a bitmap', shows(file('image/bmp', bmp))),
  ...on(['claude', 'chat'], 'a bitmap of another type', shows(file('image/png', bmp))),
  ...on(['claude', 'chat'], 'a broken image', shows(file('image/png', { type: 'data', data: 'AAAABBBB' }))),
  ...on(all, 'broken bytes of an image', shows({ type: 'image', image: new Uint8Array([1, 2, 3]) })),
  ...on(['claude'], 'a broken PDF', shows(file('application/pdf', 'AAAABBBB'))),
  ...on(['claude'], 'a broken image in a result', answers(file('image/png', { type: 'data', data: 'AAAABBBB' }))),
  ...on(all, 'a film', shows(file('video/mp4', 'AAAAIGZ0eXA='))),
  ...on(['claude', 'chat'], 'a sound that nobody takes', shows(file('audio/ogg', 'T2dnUw=='))),
  ...on(
    all,
    'a file that another provider keeps',
    shows(file('image/png', { type: 'reference', reference: { xai: 'f1' } })),
  ),
])('what is refused waits for its error, or goes without consent: %s, %s (I4)', async (api, _what, list) => {
  expect(await askProvider(api, list)).not.toBeNull()
  expect(repaired(api, list).messages).toBe(list)
  const { loss, messages } = repaired(api, list, 'lossy')
  expect(loss).toBe('lossy')
  expect(JSON.stringify(messages)).toContain('[session-recovery]')
  expect(await askProvider(api, messages)).toBeNull()
})

test('a file that another provider keeps is left out without its id', () => {
  const list = shows(file('image/png', { type: 'reference', reference: { xai: 'file_7' } }))
  expect(JSON.stringify(repaired('claude', list, 'lossy').messages)).toContain('file_7')
})

test('a file that another provider keeps is left out without its name', () => {
  const part = { ...file('image/png', { type: 'reference', reference: { xai: 'file_7' } }), filename: 'a.png' }
  expect(JSON.stringify(repaired('claude', shows(part), 'lossy').messages)).toContain('a.png')
})

test('an address that has lost its head waits for its error where nobody knows who reads it', () => {
  const { loss, messages } = repair(shows(file('image/png', `image/png;base64,${data}`)), { format: 'ai-sdk' })
  expect(loss).not.toBe('lossy')
  expect(messages).toEqual(shows(file('image/png', data)))
})

test.each([
  ...on(all, 'an image of another type', shows(file('image/gif', data))),
  ...on(all, 'an image of no type', shows(file('application/octet-stream', bytes))),
  ...on(all, 'tagged data', shows(file('image/png', { type: 'data', data }))),
  ...on(all, 'a PDF', shows(file('application/pdf', tinyPdf))),
  ...on(
    all,
    'a file that its provider keeps',
    shows(file('image/png', { type: 'reference', reference: { anthropic: 'f', openai: 'f' } })),
  ),
  ...on(['chat'], 'a broken image in a result', answers(file('image/png', { type: 'data', data: 'AAAABBBB' }))),
  ...on(
    ['chat'],
    'a PDF that is called an image in a result',
    answers(file('image/png', { type: 'data', data: tinyPdf })),
  ),
  ...on(['claude'], 'a film in a result', answers(file('video/mp4', { type: 'data', data: 'AAAAIGZ0eXA=' }))),
  ...on(['claude'], 'plain text', shows(file('text/plain', Buffer.from('a').toString('base64')))),
])('what is sent and taken is changed: %s, %s (I1)', async (api, _what, list) => {
  expect(await askProvider(api, list)).toBeNull()
  expect(repaired(api, list, 'lossy').messages).toBe(list)
})

test('the bytes of a file are looked into where nobody knows who reads them', () => {
  const list = shows(file('image/png', 'AAAABBBB'))
  expect(repair(list, { format: 'ai-sdk', allow: 'lossy' }).messages).toBe(list)
})

const asked = { role: 'user', content: 'a' }
const answered = { role: 'assistant', content: 'b' }
const system = (content: string): object => ({ role: 'system', content })

test.each<[Api, string, readonly object[]]>([
  ['claude', 'the only one, in the middle', [asked, answered, system('s'), asked]],
  ['claude', 'two that lead', [system('s'), system('t'), asked]],
  ['new claude', 'before the answer', [system('s'), asked, system('Mind it.'), answered, asked]],
  ['new claude', 'at the end', [system('s'), asked, system('Mind it.')]],
  ['chat', 'anywhere', [asked, answered, system('s'), asked, system('t')]],
])('a system message that is taken is moved: %s, %s (I1)', async (api, _what, list) => {
  expect(await askProvider(api, list)).toBeNull()
  expect(repaired(api, list).messages).toBe(list)
})

test.each<[Api, string, readonly object[]]>([
  ['claude', 'the second, in the middle', [system('s'), asked, answered, system('Mind it.'), asked]],
  ['claude', 'the second, at the end', [system('s'), asked, system('Mind it.')]],
  ['claude', 'behind one in the middle', [asked, system('s'), asked, answered, system('Mind it.'), asked]],
  ['new claude', 'before a user', [system('s'), asked, answered, system('Mind it.'), asked]],
])('a system message that is not lifted waits for its refusal: %s, %s', async (api, _what, list) => {
  expect(await askProvider(api, list)).not.toBeNull()
  const { messages } = repaired(api, list)
  expect(await askProvider(api, messages)).toBeNull()
  expect(JSON.stringify(messages)).toContain('Mind it.')
})
