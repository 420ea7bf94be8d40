import { expect, test } from 'vitest'
import { offset, seeds } from '../seeds.ts'
import { POINTS, provesCrash, TOOLS } from './crash-proofs.ts'

const cases = POINTS.flatMap((point) => TOOLS.map((tool) => [point, tool] as const))

test.each(cases)(
  `a process that dies %s loses a known result or repeats an effect, 300 times (tool: %s; seed ${offset})`,
  async (point, tool) => {
    for (const seed of seeds(300)) await expect(provesCrash(point, tool, seed), `seed ${seed}`).resolves.toBeUndefined()
  },
)
