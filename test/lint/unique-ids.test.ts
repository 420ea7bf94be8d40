import { array, assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { hashOf } from '../../src/lint/tail-hash.ts'
import { UniqueIds } from '../../src/lint/unique-ids.ts'

function collect(ids: readonly string[]): UniqueIds {
  const index = new UniqueIds(ids, 0)
  index.take(ids.length >> 1)
  index.take(ids.length)
  return index
}

test('a repeated id is taken for a new one, or a new one for a repeated one', () => {
  assert(
    property(array(string({ maxLength: 3 }), { maxLength: 400 }), (ids) => {
      expect(collect(ids).repeats).toBe(new Set(ids).size < ids.length)
    }),
  )
})

test('an id is not found where it stands', () => {
  const ids = Array.from({ length: 3000 }, (_, index) => `call_${index}`)
  const index = collect(ids)
  expect(index.repeats).toBe(false)
  for (const place of [0, 1, 1500, 2999]) expect(index.find(ids[place]!)).toBe(place)
  expect(index.find('call_3000')).toBe(-1)
  expect(index.find('')).toBe(-1)
})

test('ids that end alike are taken for one, or not found', () => {
  const ids = Array.from({ length: 300 }, (_, index) => `call_${index + 100}_read_file`)
  const index = collect(ids)
  expect(index.repeats).toBe(false)
  for (const place of [0, 63, 64, 299]) expect(index.find(ids[place]!)).toBe(place)
  expect(index.find('call_99_read_file')).toBe(-1)
  const again = collect([...ids, ids[0]!])
  expect(again.repeats).toBe(true)
  expect(again.find(ids[0]!)).toBe(-1)
})

/** Two texts that lead from one state of FNV-1a to the same next one, nine times in a row: found by search. */
const colliding = [
  ['1lcsa3', '37ss1r'],
  ['2h3l72', '7exizc'],
  ['5b7gth', 'e2m078'],
  ['4n6074', 'i9ej6t'],
  ['2wsyqj', 'iqitty'],
  ['2s6adt', '43txp1'],
  ['2dq8ax', '5c8mze'],
  ['58tevk', 'crwayg'],
  ['9yi1zu', 'h2w29a'],
] as const

test('ids that were made to collide keep the screen busy', () => {
  const ids = Array.from({ length: 512 }, (_, seed) =>
    colliding.map((pair, place) => pair[(seed >> place) & 1]).join(''),
  )
  expect(new Set(ids).size).toBe(512)
  expect(new Set(ids.map(hashOf)).size).toBe(1)
  expect(collect(ids).repeats).toBe(true)
})

test('an id is looked for in another round than its own', () => {
  const ids = ['a', 'b', 'c', 'd', 'e']
  const index = collect(ids)
  // No id, two, none, three; what is written behind them does not count.
  const ends = Int32Array.of(0, 2, 2, 5, 9, 9)
  expect(ids.map((id) => index.roundOf(id, ends, 4))).toEqual([1, 1, 3, 3, 3])
  expect(index.roundOf('f', ends, 4)).toBe(-1)
})
