import { describe, expect, test } from 'vitest'
import { NamedIndex } from '../../src/lint/pairing/named-index.ts'
import type { Occurrence } from '../../src/lint/pairing/occurrence.ts'
import { OccurrenceIndex } from '../../src/lint/pairing/occurrence-index.ts'
import type { Block } from '../../src/transcript/transcript.ts'

/** `id`, `id name`, `- name`; a `!` behind: it has its result. */
const block = (text: string): Block => {
  const [id, name] = text.replace('!', '').split(' ')
  return { callId: id === '-' ? undefined : id, name } as Block
}

function indexOf(
  calls: readonly string[],
  callIdsOptional: boolean,
): { index: OccurrenceIndex; nameOf: Map<Occurrence, string> } {
  const nameOf = new Map<Occurrence, string>()
  for (const text of calls) {
    const result = text.endsWith('!') ? block('r') : undefined
    nameOf.set({ call: block(text), result, repeats: undefined }, text)
  }
  return { index: new (callIdsOptional ? NamedIndex : OccurrenceIndex)().addAll([...nameOf.keys()]), nameOf }
}

describe('where ids are demanded', () => {
  const calls = ['a read!', 'a read', 'b read', '- read']
  test.each([
    ['a', ['a read']],
    ['a read', ['a read']],
    ['b other', ['b read']],
    ['- read', []],
    ['c read', []],
  ])('a result %j is for other calls than those of its id', (result, owners) => {
    const { index, nameOf } = indexOf(calls, false)
    expect([...index.openOwnersOf(block(result))].map((owner) => nameOf.get(owner))).toEqual(owners)
  })
})

describe('where ids are optional', () => {
  const calls = ['a read', '- read', 'b write', '- write', '- read']
  test.each([
    // Both have an id, and they differ: they do not belong together, whatever their names.
    ['c read', ['- read', '- read']],
    ['a read', ['a read', '- read', '- read']],
    ['a write', ['a read', '- write']],
    ['b', ['b write']],
    ['- read', ['a read', '- read', '- read']],
    ['- write', ['b write', '- write']],
    ['-', []],
    ['- list', []],
  ])(
    'a result %j is for other calls than those of its id, and those of its name where one of the two has no id',
    (result, owners) => {
      const { index, nameOf } = indexOf(calls, true)
      expect([...index.openOwnersOf(block(result))].map((owner) => nameOf.get(owner))).toEqual(owners)
    },
  )
})

test.each<[string, readonly string[], open: readonly string[], last: string | undefined]>([
  ['none has its result', ['a 1', 'a 2', 'a 3'], ['a 1', 'a 2', 'a 3'], undefined],
  ['the first has', ['a 1!', 'a 2', 'a 3'], ['a 2', 'a 3'], 'a 1!'],
  ['the first two have', ['a 1!', 'a 2!', 'a 3'], ['a 3'], 'a 2!'],
  ['only one in the middle has', ['a 1', 'a 2!', 'a 3'], ['a 1', 'a 2!', 'a 3'], undefined],
  ['all have', ['a 1!', 'a 2!', 'a 3!'], [], 'a 3!'],
])('of three calls of one id the wrong one is next when %s', (_, calls, open, last) => {
  const { index, nameOf } = indexOf(calls, false)
  expect([...index.openOwnersOf(block('a'))].map((owner) => nameOf.get(owner))).toEqual(open)
  const before = index.lastAnsweredOf(block('a'))
  expect(before && nameOf.get(before)).toBe(last)
})

test('a call that gets its result stays in front of those that are open', () => {
  const { index, nameOf } = indexOf(['a 1', 'a 2'], false)
  const [first] = nameOf.keys()
  first!.result = block('r')
  expect([...index.openOwnersOf(block('a'))].map((owner) => nameOf.get(owner))).toEqual(['a 2'])
  expect(nameOf.get(index.lastAnsweredOf(block('a'))!)).toBe('a 1')
})

test.each([
  ['a read', () => true, '- read'],
  ['a write', () => true, 'a 2'],
  ['a write', ({ call }: Occurrence) => call.name === '1', 'a 1'],
  ['a write', () => false, undefined],
  ['c write', () => true, undefined],
] as const)('the last owner of %j that fits is not found', (result, fits, expected) => {
  const { index, nameOf } = indexOf(['a 1', 'a 2', '- read'], true)
  const found = index.findLastOwner(block(result), fits)
  expect(found && nameOf.get(found)).toBe(expected)
})

test.each(['a read', '- read', 'c read'])('a cleared index still knows whom %j answers', (result) => {
  const { index } = indexOf(['a read', '- read'], true)
  expect([...index.openOwnersOf(block(result))]).not.toEqual([])
  index.clear()
  expect([...index.openOwnersOf(block(result))]).toEqual([])
})

test('a call that is answered is forgotten where another one of its name, without an id, is not', () => {
  const { index, nameOf } = indexOf(['a read!', '- read'], true)
  expect(nameOf.get(index.lastAnsweredOf(block('a read'))!)).toBe('a read!')
})
