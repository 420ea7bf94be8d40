import { describe, expect, test } from 'vitest'
import { spread } from '../seeds.ts'
import { MODES, provesFlip, provesTail, provesTorn, sample, TAILS } from './damage-proofs.ts'

describe('a damaged session (places by SESSION_RECOVERY_SEED; all of them in damage.deep.test.ts)', () => {
  test.each(MODES)('a torn write costs more than itself, in mode %s', async (mode) => {
    const session = await sample()
    for (const cut of spread(20, session.bytes.length))
      await expect(provesTorn(session, cut, mode), `cut at ${cut}`).resolves.toBeUndefined()
  })

  test('a flipped bit goes unseen, or takes good records with it', async () => {
    const session = await sample()
    const feeds = [...session.bytes.keys()].filter((at) => session.bytes[at] === 0x0a).slice(0, 8)
    for (const at of [...spread(40, session.bytes.length), ...feeds])
      await expect(provesFlip(session, at, at % 8), `byte ${at}`).resolves.toBeUndefined()
  })

  test.each(Object.entries(TAILS))('a tail of %s bytes hides records, or stays', async (_kind, filler) => {
    const session = await sample()
    for (const length of spread(12, 4096))
      for (const isOver of [false, true])
        await expect(
          provesTail(session, filler(length + 1), isOver),
          `${length + 1} bytes, over ${isOver}`,
        ).resolves.toBeUndefined()
  })
})
