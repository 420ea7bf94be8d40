import { expect, test } from 'vitest'
import { mendedOutput, outputFiles, outputText, typedOutput } from '../../../src/formats/ai-sdk/tool-output.ts'

test.each([
  ['nothing', { type: 'json' }, { type: 'text', value: '' }],
  ['no error', { type: 'error-json' }, { type: 'error-text', value: '' }],
  ['a text in the wrong field', { type: 'json', text: 'a' }, { type: 'text', value: 'a' }],
  ['an error in the wrong field', { type: 'error-text', text: 'a' }, { type: 'error-text', value: 'a' }],
  ['another type', { type: 'page', rows: 2 }, { type: 'json', value: { type: 'page', rows: 2 } }],
  ['a type that is none', { type: 7, value: 'a' }, { type: 'json', value: { type: 7, value: 'a' } }],
  ['a value of another type', { type: 'text', value: { a: 1 } }, { type: 'json', value: { a: 1 } }],
  ['an error of another type', { type: 'error-text', value: { a: 1 } }, { type: 'error-json', value: { a: 1 } }],
  ['a bare text', 'a', { type: 'text', value: 'a' }],
  ['no value', undefined, { type: 'json', value: null }],
  [
    'items that are none',
    { type: 'content', value: [{ text: 'a' }, null, 'b', { type: '' }] },
    {
      type: 'content',
      value: ['a', '', 'b', '{"type":""}'].map((text) => ({ type: 'text', text })),
    },
  ],
])('an output that holds %s is mended into another', (_, output, mended) => {
  expect(mendedOutput(output)).toEqual(mended)
  expect(typedOutput(mended)).toBe(mended)
})

const items = [
  { type: 'text', text: 'a' },
  { type: 'image-url', url: 'https://a.example/p.png', mediaType: 'image/png' },
  { type: 'image-url', url: 'p.png' },
  { type: 'image-data', data: 'aGk=', mediaType: 'image/png' },
  { type: 'file-data', data: 'aGk=', mediaType: 'text/plain', filename: 'a.txt' },
  { type: 'text', text: 'b' },
]

test.each([
  [{ type: 'content', value: items }, 'a\nb', 3],
  [{ type: 'content', value: [items[0]] }, 'a', 0],
  [{ type: 'json', value: { a: 1 } }, '{"a":1}', 0],
  [{ type: 'error-text', value: 'a' }, 'a', 0],
  [{ type: 'execution-denied', reason: 'No.' }, 'No.', 0],
  [{ type: 'execution-denied' }, 'The tool call was denied.', 0],
  [{ type: 'content' }, '{"type":"content"}', 0],
  ['a', 'a', 0],
  [null, '', 0],
  [undefined, '', 0],
])('%j says something else, or holds other files', (output, text, files) => {
  expect(outputText(output)).toBe(text)
  expect(outputFiles(output)).toHaveLength(files)
})

test('a file of an output has another source, type or name as a part', () => {
  expect(outputFiles({ type: 'content', value: items })).toEqual([
    { type: 'file', data: new URL('https://a.example/p.png'), mediaType: 'image/png' },
    { type: 'file', data: 'aGk=', mediaType: 'image/png' },
    { type: 'file', data: 'aGk=', mediaType: 'text/plain', filename: 'a.txt' },
  ])
})
