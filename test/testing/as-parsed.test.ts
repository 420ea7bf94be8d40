import { expect, test } from 'vitest'
import { asParsed, onlyAsText } from '../../src/testing/provider/shared/as-parsed.ts'

const parsed = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

test.each<[what: string, value: unknown]>([
  ['a text', 'words \u{1f600}'],
  ['numbers', [0, -1.5, 1e21]],
  ['what has no value', { role: 'user', name: undefined, content: null, isDone: false }],
  ['lists in lists', [[], [{ text: '' }, [true]]]],
  ['keys that are numbers', { b: 1, 2: 2, 1: 1 }],
])('%s is read otherwise than its JSON', (_what, value) => {
  expect(asParsed(value)).toStrictEqual(parsed(value))
  expect(JSON.stringify(asParsed(value))).toBe(JSON.stringify(value))
})

test('a body is not read into lists and objects of its own', () => {
  const body = { messages: [{ role: 'user' }] }
  const read = asParsed(body) as typeof body
  read.messages[0]!.role = 'system'
  read.messages.pop()
  expect(body).toEqual({ messages: [{ role: 'user' }] })
})

test.each<[what: string, value: unknown]>([
  ['half of a pair', 'cut \ud83d'],
  ['half of a pair in a key', { 'cut \ud83d': 1 }],
  ['no number', Number.NaN],
  ['a number without an end', -Infinity],
  ['a zero with a sign', -0],
  ['a date', new Date(0)],
  ['an address', new URL('https://example.com')],
  ['bytes', Uint8Array.of(1)],
  ['a map', new Map([[1, 1]])],
  ['what says itself how it is sent', { toJSON: () => 1 }],
  ['a list that says so', Object.assign([1], { toJSON: () => 1 })],
  ['a prototype for a field', JSON.parse('{"__proto__":1}')],
  ['a large integer', 1n],
  ['a function', () => 1],
  ['a gap in a list', [1, undefined]],
])('%s is read without its JSON', (_what, value) => {
  for (const body of [value, [1, value], { messages: [{ content: value }] }]) expect(asParsed(body)).toBe(onlyAsText)
})
