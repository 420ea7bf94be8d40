import { describe, expect, test } from 'vitest'
import { offset, scale } from '../seeds.ts'
import { FAULTS, provesFault } from './fault-proofs.ts'

describe('the N-th call to the file system fails (some N by SESSION_RECOVERY_SEED; all of them in io-faults.deep.test.ts)', () => {
  test.each(FAULTS)(
    '$code (for good: $persistent) loses what was acknowledged, or brings back what was removed (I8, I14)',
    async (fault) => {
      const { calls } = await provesFault(undefined)
      expect(calls).toBeGreaterThan(200)
      const step = Math.max(1, Math.floor((fault.persistent ? 37 : 11) / scale))
      for (let at = 1 + (offset % step); at <= calls; at += step)
        await expect(provesFault({ ...fault, at }), `call ${at} of ${calls}`).resolves.toBeDefined()
    },
  )

  test('a write that takes three bytes at a time ends in half a record', async () => {
    expect(await provesFault(undefined, 3)).toMatchObject({ failures: 0 })
  })

  test('a call that fails once makes the store useless afterwards', async () => {
    const { calls } = await provesFault(undefined)
    for (let at = 20; at <= calls; at += 17) {
      const { failures } = await provesFault({ at, code: 'EIO' })
      expect(failures, `call ${at}`).toBeLessThan(3)
    }
  })
})
