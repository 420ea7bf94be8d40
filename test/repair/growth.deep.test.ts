import { expect, test } from 'vitest'
import { growthCases } from '../../bench/growth-cases.ts'
import { repair } from '../../src/repair/repair.ts'

test.each(growthCases.filter(({ name }) => name === 'calls unanswered' || name === 'server calls unanswered'))(
  '$format: 200,000 $name overflow the stack',
  ({ build, format, request = {} }) => {
    const result = repair(build(200_000), { format, request })
    expect(result.ok).toBe(true)
    expect(result.changed).toBe(true)
  },
)
