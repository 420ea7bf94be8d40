import { expect, test } from 'vitest'
import { bodyHints, readDocument } from '../../../src/agents/plain/read-document.ts'

const read = (text: string | Buffer) => readDocument(Buffer.from(text))

test.each<[text: string, messages: readonly unknown[], brokenAt: number | undefined, request?: object]>([
  ['[{"a":1}]', [{ a: 1 }], undefined],
  ['\uFEFF[{"a":1}]', [{ a: 1 }], undefined],
  // A mark at the beginning alone is none of the text.
  ['[{"a":"\uFEFFb"}]', [{ a: '\uFEFFb' }], undefined],
  ['\uFEFF[{"a":"\uFEFFb"}]', [{ a: '\uFEFFb' }], undefined],
  ['{"model":"m","messages":[1],"n":2}', [1], undefined, { model: 'm', n: 2 }],
  ['{"input":[1],"contents":[2]}', [1], undefined, { contents: [2] }],
  ['{"messages":{},"contents":[2]}', [2], undefined, { messages: {} }],
  ['[{"a":1},{"b":', [{ a: 1 }], 8],
  // Nothing behind what cannot be read is taken for the next message.
  ['[{"a":1},{bad},{"b":2}', [{ a: 1 }], 8],
  ['[{bad},{"b":2}]', [], 1],
  ['[', [], 1],
  ['{"model":"m","messages":[{"a":1}', [{ a: 1 }], 32],
])('%s holds other messages, or breaks off elsewhere', (text, messages, brokenAt, request = {}) => {
  expect(read(text)).toMatchObject({ text, messages, brokenAt, request })
  expect(read(text)!.list.elements.length).toBeGreaterThanOrEqual(messages.length)
})

test('of a body that breaks off what is behind its messages counts as one, or its list as closed', () => {
  const { list } = read('[{"a":1},{bad},{"b":2}]')!
  expect([list.open, list.elements, list.close]).toEqual([0, [{ start: 1, end: 8 }], -1])
})

test.each([
  '',
  '7',
  '{}',
  '{"a":1}\n{"messages":[1]}',
  '{"messages":[1]}\n{"messages":[2]}',
  Buffer.from([0x5b, 0xff]),
])('%j is read as a document of messages', (text) => expect(read(text)).toBeUndefined())

test.each<[text: string, hints: object]>([
  ['[1]', {}],
  ['{"messages":[1]}', { messages: true }],
  ['{"system":"s","contents" : [1]}', { system: 's', contents: true }],
  ['{"model":"m","input":\n[1', { input: true }],
])('%s tells another format by the name of its list', (text, hints) => expect(bodyHints(read(text)!)).toEqual(hints))
