import { expect, test } from 'vitest'
import { FAULTS, provesFault } from './fault-proofs.ts'

test.each(FAULTS)(
  '$code (for good: $persistent) at any call loses what was acknowledged, or brings back what was removed',
  async (fault) => {
    const { calls } = await provesFault(undefined)
    for (let at = 1; at <= calls; at += 1)
      for (const shortWrite of [undefined, 50])
        await expect(provesFault({ ...fault, at }, shortWrite), `call ${at} of ${calls}`).resolves.toBeDefined()
  },
  1_200_000,
)
