import { describe, expect, test } from 'vitest'
import { hashOf, tailHashOf } from '../../src/lint/tail-hash.ts'

const letters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz']
/** How many hashes ids have that differ in one letter. */
const hashes = (hash: (id: string) => number, id: string, place: number): number =>
  new Set(letters.map((letter) => hash(id.slice(0, place) + letter + id.slice(place + 1)))).size

describe('ids that differ in one letter have one hash:', () => {
  const long = 'call_AbCdEfGhIjKl'
  test.each([0, 11, 12, 13, 14, 15, 16])('that at %i of a long one', (place) => {
    expect(hashes(tailHashOf, long, place)).toBe(letters.length)
  })
  test.each([0, 1, 2, 3, 4, 5])('that at %i of a short one', (place) => {
    expect(hashes(tailHashOf, 'abcdef', place)).toBe(letters.length)
    expect(hashes(hashOf, long, place)).toBe(letters.length)
  })
})

test.each([1, 2, 3, 4, 5, 6])('ids that differ in the letter %i from behind fall into few slots', (place) => {
  const ids = letters.map((letter) => `call_AbCdEf${letter}${'GhIjKl'.slice(7 - place)}`)
  expect(new Set(ids.map((id) => tailHashOf(id) & 127)).size).toBeGreaterThan(26)
})

test('the letters in the middle of a long id are read', () => {
  expect(hashes(tailHashOf, 'call_AbCdEfGhIjKl', 5)).toBe(1)
})

test('ids in a row fall into few slots', () => {
  const ids = Array.from({ length: 1024 }, (_, index) => `call_${index + 1000}`)
  for (const hash of [hashOf, tailHashOf]) expect(new Set(ids.map((id) => hash(id) & 1023)).size).toBeGreaterThan(500)
})
