import { describe, expect, test } from 'vitest'
import { seeds } from '../seeds.ts'
import { POINTS, provesCrash, TOOLS } from './crash-proofs.ts'

describe.each(POINTS)('a process that dies %s', (point) => {
  test.each(TOOLS)('loses a known result, repeats an effect or has two ends (tool: %s; I5, I16)', async (tool) => {
    for (const seed of seeds(8)) await expect(provesCrash(point, tool, seed), `seed ${seed}`).resolves.toBeUndefined()
  })
})
