import { expect, test } from 'vitest'
import { growthCases } from '../../bench/growth-cases.ts'
import { repair } from '../../src/repair/repair.ts'
import { growthOf, mostGrowth } from '../growth-of.ts'

/** One test for every kind of fault that a list can be full of, with `count` and four times as many. */
export function testGrowthOfRepairs(count: number): void {
  test.each(growthCases)('$format, $name', ({ build, format, request = {} }) => {
    const growth = growthOf((size) => {
      const messages = build(size)
      return () => repair(messages, { format, request })
    }, count)
    expect(growth).toBeLessThanOrEqual(mostGrowth)
  })
}
