import { expect, test } from 'vitest'
import { offset, scale } from '../seeds.ts'
import { crashes, fates, provesCrash } from './crash-proofs.ts'

const wanted = Math.ceil(50_000 * scale)

/** Another seed begins with sampled images: the first round, which takes every subset, is the same for all. */
const firstRound = offset === 0 ? 0 : 1

test(`a power loss at any point takes what was acknowledged, in any of ${wanted} images (seed ${offset})`, async () => {
  let images = 0
  for (let round = firstRound; images < wanted; round += 1)
    for (const [index, crash] of (await crashes()).entries())
      for (const fate of fates(
        crash.point,
        round === 0 ? 12 : -1,
        round === 0 ? 8 : 100,
        index + (offset + round) * 1000,
      )) {
        if (images === wanted) break
        images += 1
        await expect(
          provesCrash(crash, fate),
          `round ${round}, point ${index}, ${fate.join()}`,
        ).resolves.toBeUndefined()
      }
  console.log(`${images} images, seed ${offset}`)
}, 3_600_000)
