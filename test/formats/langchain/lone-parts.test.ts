import { expect, test } from 'vitest'
import { askedByPart, loneParts, placesOfEntries } from '../../../src/formats/langchain/lone-parts.ts'

const text = { type: 'text', text: 'So.' }
const part = (name: string, args: unknown = {}): object => ({ type: 'functionCall', functionCall: { name, args } })
const entry = (name: string, args: unknown = {}): object => ({ name, args, id: `${name}-1` })
type Places = readonly (number | undefined)[]

test.each<readonly [content: unknown, calls: unknown, places: Places, lone: readonly number[]]>([
  [[], [], [], []],
  [[text, part('f')], [entry('f')], [1], []],
  [[part('f'), text, part('f')], [entry('f'), entry('f')], [0, 2], []],
  [[part('f', { a: 1 }), part('f', { a: 2 })], [entry('f', { a: 2 }), entry('f', { a: 1 })], [1, 0], []],
  [[part('f', { a: 1 }), part('g')], [entry('g', { a: 3 }), entry('f', { a: 1 })], [1, 0], []],
  [[part('f'), part('g')], [entry('h')], [0], [1]],
  [[part('f')], [entry('f'), entry('f')], [0, undefined], []],
  [[part('f'), part('f'), part('g')], [entry('g')], [2], [0, 1]],
  [[part('f')], [], [], [0]],
  [[part('f')], [null], [0], []],
  ['text', [entry('f')], [undefined], []],
  [undefined, undefined, [], []],
])('the parts of %j that repeat the entries %j are others', (content, tool_calls, places, lone) => {
  const message = { role: 'assistant', content, tool_calls }
  expect([placesOfEntries(message), [...loneParts(message)]]).toEqual([places, lone])
})

test.each([
  [null],
  ['functionCall'],
  [{ type: 'functionCall' }],
  [{ type: 'functionCall', functionCall: 'f' }],
  [text],
  [{ ...part('f'), type: 'text' }],
])('%j asks for something', (block) => {
  expect(askedByPart(block)).toBeUndefined()
})
