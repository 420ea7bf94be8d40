import { describe, expect, test } from 'vitest'
import { growthCases } from '../../bench/growth-cases.ts'
import { repair } from '../../src/repair/repair.ts'
import { testGrowthOfRepairs } from './growth-of-repairs.ts'

describe('the work grows faster than the faults to the power of 1.5:', () => {
  testGrowthOfRepairs(1500)
})

test.each(growthCases.filter(({ name }) => name === 'calls unanswered' || name === 'server calls unanswered'))(
  '$format: 200,000 $name overflow the stack',
  ({ build, format, request = {} }) => {
    const result = repair(build(200_000), { format, request })
    expect(result.ok).toBe(true)
    expect(result.changed).toBe(true)
  },
)
