import { expect, test } from 'vitest'
import { createRandom } from '../../src/testing.ts'
import { offset, seeds } from '../seeds.ts'
import { COMBINATIONS, provesDerived, randomDay } from './derived-proofs.ts'

const sessions = seeds(100)

test(`derived files of ${sessions.length} sessions, in any state, change an answer or come back otherwise (seed ${offset})`, async () => {
  let proofs = 0
  for (const seed of sessions) {
    const day = await randomDay(seed)
    const random = createRandom(seed)
    for (const damages of COMBINATIONS) {
      await expect(provesDerived(day, damages, random), `seed ${seed}: ${damages.join()}`).resolves.toBeUndefined()
      proofs += 1
    }
  }
  console.log(`${proofs} states of derived files, seed ${offset}`)
})
