import { describe, expect, test } from 'vitest'
import { diagnose, repair } from '../../src/index.ts'
import type { FormatName } from '../../src/formats/format-name.ts'
import { tinyPng } from '../../src/testing/provider/shared/tiny-images.ts'
import { assistant, image, refusal, testOnAnthropic, text, user } from './anthropic.ts'

const dot = tinyPng().data

testOnAnthropic({
  type: 'media_invalid',
  finds: {
    'another type than it says': {
      broken: [user(image(dot, 'image/gif'), text('a')), assistant(text('b'))],
      repaired: [user(image(dot), text('a')), assistant(text('b'))],
      at: [0, 0],
    },
    'nothing is left of it': {
      broken: [user(image(''), text('a')), assistant(text('b'))],
      loss: 'synthesised',
      at: [0, 0],
    },
    'no image at all': {
      broken: [user(image('bm90IGFuIGltYWdl'), text('a')), assistant(text('b'))],
      options: { allow: 'lossy' },
      loss: 'lossy',
      at: [0, 0],
    },
    'cut off': {
      broken: [user(image('iVBORw0KGgo='), text('a')), assistant(text('b'))],
      options: { allow: 'lossy' },
      loss: 'lossy',
      at: [0, 0],
    },
    'only the provider can tell': {
      broken: [user(image(dot), text('a')), assistant(text('b'))],
      error: refusal('Could not process image'),
      options: { allow: 'lossy' },
      loss: 'lossy',
    },
  },
  nearMisses: {
    'an image by address': [user({ type: 'image', source: { type: 'url', url: 'https://example.com/a.png' } })],
  },
})

const said = (part: object): object => ({ role: 'user', content: [{ type: 'text', text: 'See.' }, part] })
const go = { role: 'user', content: 'Go.' }
const inMessage = (part: object): object[] => [said(part)]
const inResult = (part: object): object[] => [
  go,
  { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'f', input: {} }] },
  { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't', content: [part] }] },
]
const inToolMessage = (part: object): object[] => [
  go,
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 't', type: 'function', function: { name: 'f', arguments: '{}' } }],
  },
  { role: 'tool', tool_call_id: 't', content: [part] },
]
const inOutput = (part: object): object[] => [
  go,
  { type: 'function_call', call_id: 't', name: 'f', arguments: '{}' },
  { type: 'function_call_output', call_id: 't', output: [part] },
]
const inParts = (part: object): object[] => [{ role: 'user', parts: [{ text: 'See.' }, part] }]
const source = (fields?: object): object => ({ type: 'image', source: fields })

const hollow: readonly (readonly [
  format: FormatName,
  among: (part: object) => object[],
  gone: object[],
  there: object[],
])[] = [
  [
    'anthropic-messages',
    inMessage,
    [source({}), source({ type: 'base64', media_type: 'image/png' }), source({ type: 'url', url: '' })],
    [source({ type: 'file', file_id: 'file_1' })],
  ],
  [
    'anthropic-messages',
    inResult,
    [source(), source({ type: 'base64', media_type: 'image/png', data: '[image removed]' })],
    [source({ type: 'url', url: 'https://example.com/a.png' })],
  ],
  [
    'openai-chat',
    inMessage,
    [
      { type: 'image_url', image_url: { url: '' } },
      { type: 'file', file: {} },
    ],
    [{ type: 'file', file: { file_id: 'file_1' } }],
  ],
  ['openai-chat', inToolMessage, [{ type: 'image_url' }, { type: 'image_url', image_url: null }], []],
  [
    'openai-responses',
    inOutput,
    [{ type: 'input_image' }, { type: 'input_file', file_data: '' }],
    [{ type: 'input_image', file_id: 'file_1' }],
  ],
  ['gemini', inParts, [{ inlineData: { mimeType: 'audio/mp3', data: '[removed]' } }], []],
  ['ai-sdk', inMessage, [{ type: 'file', mediaType: 'application/pdf', data: { type: 'url', url: '' } }], []],
]

test.each(hollow.map(([format, among, gone, there]) => ({ format, among, gone, there })))(
  '$format: a medium of which nothing is left is sent, or needs consent to go',
  ({ among, format, gone, there }) => {
    for (const part of gone) {
      const { loss, messages, ok } = repair(among(part), { format })
      expect([part, ok, loss]).toEqual([part, true, 'synthesised'])
      expect(JSON.stringify(messages)).toContain('stood here')
    }
    for (const part of there) {
      const list = among(part)
      expect(repair(list, { format }).messages).toBe(list)
    }
  },
)

describe('a file that was deleted since', () => {
  const [gone, kept] = ['file_011CNha8iCJcU1wXNR6q4V8w', 'file_011CPMxVD3fHLUhvTqtsQA5w']
  const error = refusal(`File not found: ${gone}`)
  const at = (file_id: string, type = 'image'): object => ({ type, source: { type: 'file', file_id } })
  const upload = (file_id: string): object => ({ type: 'container_upload', file_id })

  test.each([
    ['first', [user(at(gone), text('a')), assistant(text('b')), user(at(kept, 'document'), upload(kept))]],
    ['last', [user(at(kept), text('a')), assistant(text('b')), user(upload(kept), text('c'), at(gone, 'document'))]],
    ['in a result', inResult(at(gone))],
    ['for a container', [user(upload(kept), upload(gone), text('a')), assistant(text('b')), user(at(kept))]],
    ['twice', [user(at(gone), text('a')), assistant(text('b')), user(upload(gone), text('c'))]],
  ])('is asked for again, or takes another one with it: %s', (_where, messages) => {
    const {
      edits,
      loss,
      messages: repaired,
    } = repair(messages, { format: 'anthropic-messages', allow: 'lossy', error })
    expect(loss).toBe('lossy')
    expect(JSON.stringify(repaired)).not.toContain(gone)
    expect(JSON.stringify(repaired).split(kept)).toHaveLength(JSON.stringify(messages).split(kept).length)
    expect(edits).not.toEqual([])
  })

  test('goes without consent', () => {
    const messages = [user(at(gone), text('a'))]
    expect(repair(messages, { format: 'anthropic-messages', error }).messages).toBe(messages)
  })
})

test.each([
  ['as Python prints bytes', `b'${'/9j/4AAQSkZJRgABAQ'.repeat(9)}'`],
  ['with percent signs', `${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(4)}%3D%3D`],
  ['as they are', `\u0089PNG\r\n\u001a\n\0\0\0\rIHDR`],
  ['as escapes', String.raw`b'\x89PNG\r\n\x1a'`],
  ['cut behind its beginning', `${'iVBORw0KGgoAAAANSUhEUgAA'.repeat(4)}... [truncated]`],
])('bytes in the wrong form, %s, go without consent', (_form, data) => {
  const { loss } = repair(inMessage(source({ type: 'base64', media_type: 'image/png', data })), {
    format: 'anthropic-messages',
  })
  expect(['none', 'lossy']).toContain(loss)
})

test('a picture between two documents is named like one', () => {
  const png = { image: { format: 'png', source: { bytes: dot } } }
  const pdf = { document: { format: 'pdf', name: 'a', source: { bytes: 'JVBERi0=' } } }
  const messages = [{ role: 'user', content: [{ text: 'a' }, pdf, png, pdf] }]
  const { edits, faults } = repair(messages, { format: 'bedrock-converse', request: {} })
  expect(faults.map(({ at }) => at)).toMatchObject([{ blockIndex: 3 }])
  expect(edits).toMatchObject([
    { after: { content: [{ text: 'a' }, pdf, png, { document: { name: expect.not.stringMatching(/^a$/) } }] } },
  ])
})

test.each([
  [300, 'synthesised'],
  [301, 'lossy'],
])(
  'words of %i characters in the place of a picture are given up as if they were one, or a picture as words (I4)',
  (length, loss) => {
    const words = 'removed, it was too large. '.repeat(12).slice(0, length).padEnd(length, '!')
    const { faults } = diagnose([user(image(words), text('a'))], { format: 'anthropic-messages', request: {} })
    expect(faults.filter(({ type }) => type === 'media_invalid').map((fault) => fault.loss)).toEqual([loss])
  },
)
