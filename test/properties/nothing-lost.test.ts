import { expect, test } from 'vitest'
import { kits } from '../../src/testing.ts'
import { scale } from '../seeds.ts'
import { lostAt } from './lost-at.ts'

const formats = Object.values(kits).map(({ format }) => format)

test.each(formats)('I4: %s: a saying of random messages is lost without being called lossy', (format) => {
  const seeds = Array.from({ length: Math.ceil(150 * scale) }, (_, index) => index + 1)
  const found = seeds.map((seed) => lostAt(format, seed))
  expect(found.flatMap(({ finding }) => finding ?? [])).toEqual([])
  expect(found.filter(({ repaired }) => repaired).length).toBeGreaterThan(seeds.length / 2)
})
