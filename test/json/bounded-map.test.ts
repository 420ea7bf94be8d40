import { array, assert, nat, property, record } from 'fast-check'
import { LRUCache } from 'lru-cache'
import { expect, test } from 'vitest'
import { BoundedMap } from '../../src/json/bounded-map.ts'

test('a bounded map keeps or forgets other keys than lru-cache', () => {
  const step = record({ key: nat(5), value: nat() })
  assert(
    property(array(step, { maxLength: 40 }), nat(3), (steps, spare) => {
      const max = spare + 1
      const [bounded, model] = [new BoundedMap<number>(max), new LRUCache<string, number>({ max })]
      for (const { key, value } of steps) {
        if (value % 2 === 0) for (const map of [bounded, model]) map.set(`${key}`, value)
        else expect(bounded.get(`${key}`)).toBe(model.get(`${key}`))
      }
      for (let key = 0; key <= 5; key += 1) expect(bounded.get(`${key}`)).toBe(model.get(`${key}`))
    }),
  )
})
