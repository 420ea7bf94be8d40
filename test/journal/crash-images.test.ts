import { expect, test } from 'vitest'
import { offset, scale } from '../seeds.ts'
import { crashes, fates, provesCrash } from './crash-proofs.ts'

test(`a power loss takes what was acknowledged, or brings back what was removed (I8, I14; seed ${offset})`, async () => {
  const points = await crashes()
  expect(points.length).toBeGreaterThan(100)
  let images = 0
  for (const [index, crash] of points.entries()) {
    // All subsets of the last three operations, at a part of the points that moves with the seed.
    if ((index + offset) % Math.max(1, Math.floor(4 / scale)) !== 0) continue
    for (const fate of fates(crash.point, 3, 4, index + offset * 1000)) {
      images += 1
      await expect(provesCrash(crash, fate), `point ${index}, ${fate.join()}`).resolves.toBeUndefined()
    }
  }
  expect(images).toBeGreaterThan(150 * Math.min(1, scale))
})
