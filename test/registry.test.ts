import { expect, test } from 'vitest'
import { faultFamilies } from '../src/faults/fault-catalogue.ts'
import { strategies } from '../src/strategies/index.ts'

test('a fault type of the catalogue has no strategy, or a strategy no fault type', () => {
  expect(strategies.map((strategy) => strategy.type).sort()).toEqual(Object.values(faultFamilies).flat().sort())
})
