import { array, assert, nat, property, record } from 'fast-check'
import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { atMost } from '../../src/json/at-most.ts'
import { RecentlyUsed } from '../../src/json/recently-used.ts'

test('a map of what was used last keeps or forgets other keys than lru-cache', () => {
  const step = record({ key: nat(5), value: nat() })
  assert(
    property(array(step, { maxLength: 40 }), nat(3), (steps, spare) => {
      const max = spare + 1
      const [used, model] = [new RecentlyUsed<number>(max), new LRUCache<string, number>({ max })]
      for (const { key, value } of steps) {
        for (const map of [used, model]) if (value % 2 === 0) map.set(`${key}`, value)
        expect(value % 2 === 0 || used.get(`${key}`) === model.get(`${key}`)).toBe(true)
      }
      for (let key = 0; key <= 5; key += 1) expect(used.get(`${key}`)).toBe(model.get(`${key}`))
    }),
  )
})

test.each([1, 3])('a map of %i entries holds more, or fewer', (most) => {
  const bounded = new LRUCache<number, object>(atMost(most))
  for (let key = 0; key < 5; key += 1) bounded.set(key, {})
  expect([...bounded.keys()]).toEqual([4, 3, 2].slice(0, most))
})
