import { array, assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { UniqueIds } from '../../src/lint/unique-ids.ts'

function collect(ids: readonly string[]): UniqueIds {
  const index = new UniqueIds(ids)
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

test('ids that were made to collide keep the screen busy', () => {
  // Two texts that lead from one state of FNV-1a to the same next one, nine times in a row: 512 ids of one hash.
  const pairs: (readonly [string, string])[] = []
  for (let state = 0x811c9dc5; pairs.length < 9;) {
    const pair = collide(state)
    pairs.push(pair)
    state = fnv(pair[0], state)
  }
  const ids = Array.from({ length: 512 }, (_, seed) => pairs.map((pair, place) => pair[(seed >> place) & 1]).join(''))
  expect(new Set(ids).size).toBe(512)
  expect(new Set(ids.map((id) => fnv(id, 0x811c9dc5))).size).toBe(1)
  expect(collect(ids).repeats).toBe(true)
})

function fnv(text: string, from: number): number {
  let state = from
  for (let index = 0; index < text.length; index += 1) state = Math.imul(state ^ text.charCodeAt(index), 16777619)
  return state
}

function collide(from: number): readonly [string, string] {
  const seen = new Map<number, string>()
  for (let number = 0; number < 2_000_000; number += 1) {
    const text = (number * 7919).toString(36)
    const state = fnv(text, from)
    const other = seen.get(state)
    if (other !== undefined && other.length === text.length) return [other, text]
    seen.set(state, text)
  }
  throw new Error('no two texts have one hash')
}
