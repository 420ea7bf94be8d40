import { expect, test } from 'vitest'
import { countFields, fieldsOf, isPlainText, LegalToken, onlyFieldOf } from '../../../src/formats/plain.ts'
import { Round } from '../../../src/formats/round.ts'

const ids = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `call_${index}`)

test('a call of more than the bits of a round hold is taken, or one too few', () => {
  const written: string[] = []
  const round = new Round(written)
  const taken = ids(26).map((id) => round.call(id))
  expect(taken.indexOf(false)).toBe(24)
  expect(round.callCount).toBe(24)
  expect(
    ids(26)
      .map((id) => round.name(`item ${id}`))
      .indexOf(false),
  ).toBe(24)
  expect([round.idCount, written[23], written[24], written[47]]).toEqual([48, 'call_23', 'item call_0', 'item call_23'])
})

test('a round is settled before the last of its calls, or by one that was answered twice', () => {
  const round = new Round()
  expect(round.isSettled).toBe(true)
  const all = ids(24)
  for (const id of all) round.call(id)
  expect([round.call('call_0'), round.call('call_23'), round.answer('call_24')]).toEqual([false, false, false])
  for (const id of all.toReversed()) {
    expect(round.isSettled).toBe(false)
    expect([round.answer(id), round.answer(id)]).toEqual([true, false])
  }
  expect(round.isSettled).toBe(true)
})

test('what was in a round stays in the next one', () => {
  const round = new Round()
  round.call('a')
  round.name('b')
  round.answer('a')
  round.awaitsItem = round.otherSeen = true
  round.next(false)
  const { awaitsItem, callCount, firstCall, idCount, otherSeen } = round
  expect({ awaitsItem, callCount, firstCall, idCount, otherSeen }).toEqual({
    awaitsItem: false,
    callCount: 0,
    firstCall: undefined,
    idCount: 0,
    otherSeen: false,
  })
  expect([round.answer('a'), round.name('b'), round.call('c'), round.isSettled]).toEqual([false, true, true, false])
  expect([round.firstCall, round.answer('c'), round.isSettled]).toEqual(['c', true, true])
})

test('the ids of a round that is not proven stay, or those of one that is go', () => {
  const written: string[] = []
  const round = new Round(written)
  const rounds: readonly (readonly [isProven: boolean, id: string])[] = [
    [true, 'a'],
    [false, 'b'],
    [true, 'c'],
  ]
  for (const [isProven, id] of rounds) {
    round.call(id)
    round.name(`item ${id}`)
    round.next(isProven)
  }
  expect([round.idStart, round.idCount, ...written]).toEqual([4, 0, 'a', 'item a', 'c', 'item c'])
})

test.each<[rule: Parameters<typeof LegalToken.of>[0], taken: readonly unknown[], refused: readonly unknown[]]>([
  [
    { pattern: /^[a-z-]+$/, maxLength: 4 },
    ['a', 'a-b', 'abcd'],
    ['', 'abcde', 'A', 'a b', 'é', '\ud83d', 7, null, undefined],
  ],
  [
    { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 6 },
    ['a', '_', 'a-', '-', '--a', 'Z-z--9', '09AZaz'],
    ['', 'a-b-c-d', 'a b', 'a-b!', 'a\n', '-\n', 'é', 'a-\ud83d', 7],
  ],
  [{ pattern: /^[a-zA-Z0-9_]+$/, maxLength: 9 }, ['_aZ09'], ['a-b', '-', 'a.']],
  [{ pattern: /^[a-zA-Z0-9-]+$/, maxLength: 9 }, ['a-b'], ['a_b']],
  [{ pattern: /^[a-z]+$/i, maxLength: 4 }, ['a', 'A'], ['7', 'a7', '']],
  [{ pattern: /^[^]+$/, maxLength: 4 }, ['a b', 'é', ' '], ['', 'abcde', '\ud83d']],
  [{ pattern: /[^]/, maxLength: 4 }, ['\n'], ['', '\ud83d']],
  [{ pattern: /./s, maxLength: 4 }, ['\n'], ['', '\ud83d']],
  [{ pattern: /./, maxLength: 4 }, ['a'], ['', '\n', '\ud83d']],
  [{ pattern: /^[a-z]{3}$/, maxLength: 9, exactLength: 3 }, ['abc'], ['ab', 'abcd', 'ab7']],
  [{ pattern: /[^]/, maxLength: 9, exactLength: 3 }, ['a\u00e9c'], ['ab', 'abcd']],
])('%o takes another token', (rule, taken, refused) => {
  const legal = LegalToken.of(rule)
  expect(LegalToken.of(rule)).toBe(legal)
  for (const way of ['takes', 'takesName'] as const) {
    expect(taken.filter((token) => !legal[way](token) || !legal[way](token))).toEqual([])
    expect(refused.filter((token) => legal[way](token) || legal[way](token))).toEqual([])
  }
})

test('names are remembered for ever, or not after a refused one', () => {
  let asked = 0
  class Counting extends RegExp {
    override test(text: string): boolean {
      asked += 1
      return super.test(text)
    }
  }
  const legal = LegalToken.of({ pattern: new Counting('^call', 'u'), maxLength: 9 })
  for (const id of [...ids(70), ...ids(64), 'call_63', 'no', 'call_63']) legal.takesName(id)
  expect(asked).toBe(71)
  for (const id of ['call_64', 'call_65', 'call_65']) legal.takesName(id)
  expect(asked).toBe(73)
})

test.each<[text: unknown, isPlain: boolean]>([
  ['a', true],
  ['~', true],
  ['!', true],
  [' a', true],
  ['\u007f', true],
  ['é', true],
  [' ', false],
  ['\n\t', false],
  ['', false],
  ['\u00a0', false],
  ['a\ud83d', false],
  [' \ud83d', false],
  [null, false],
  [7, false],
  [['a'], false],
])('%j is plain text: %s', (text, isPlain) => {
  expect(isPlainText(text)).toBe(isPlain)
})

test('a list or null has fields, or another number of them is counted', () => {
  expect([null, [], 'a', undefined].map(fieldsOf)).toEqual([null, null, null, null])
  expect(fieldsOf({})).toEqual({})
  expect([{}, { a: 1 }, { a: 1, b: 2, c: 3 }].map(countFields)).toEqual([0, 1, 3])
  expect([{}, { a: 1 }, { a: 1, b: 2 }, { a: 1, b: 2, c: 3 }].map(onlyFieldOf)).toEqual([null, 'a', null, null])
})

test('most ids are looked at twice, or an odd one is refused for its looks alone', () => {
  let looks = 0
  const pattern = /^[a-zA-Z0-9_-]+$/
  pattern.test = (token) => {
    looks += 1
    return /^[a-zA-Z0-9_-]+$/.test(token)
  }
  const legal = LegalToken.of({ pattern, maxLength: 64 })
  expect([legal.takes('call_1'), legal.takes('call-1-2'), looks]).toEqual([true, true, 0])
  expect([legal.takes('-call'), legal.takes('call 1'), looks]).toEqual([true, false, 2])
})
