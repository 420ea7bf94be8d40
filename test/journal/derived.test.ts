import { expect, test } from 'vitest'
import { createRandom } from '../../src/testing.ts'
import { offset, seeds } from '../seeds.ts'
import { COMBINATIONS, provesDerived, randomDay } from './derived-proofs.ts'

test(`derived files that are gone or damaged change an answer, or come back otherwise (I13; seed ${offset})`, async () => {
  for (const seed of seeds(2)) {
    const day = await randomDay(seed)
    const random = createRandom(seed)
    for (const damages of COMBINATIONS)
      await expect(provesDerived(day, damages, random), `seed ${seed}: ${damages.join()}`).resolves.toBeUndefined()
  }
})
