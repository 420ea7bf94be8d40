import { expect, test } from 'vitest'
import { offset } from '../seeds.ts'
import { crashes, fates, provesCrash } from './crash-proofs.ts'

test(`a power loss at any point takes what was acknowledged, in any of 50,000 images (seed ${offset})`, async () => {
  let images = 0
  for (let round = 0; images < 50_000; round += 1)
    for (const [index, crash] of (await crashes()).entries())
      for (const fate of fates(
        crash.point,
        round === 0 ? 12 : -1,
        round === 0 ? 8 : 100,
        index + (offset + round) * 1000,
      )) {
        images += 1
        await expect(
          provesCrash(crash, fate),
          `round ${round}, point ${index}, ${fate.join()}`,
        ).resolves.toBeUndefined()
      }
  console.log(`${images} images, seed ${offset}`)
}, 3_600_000)
