import { expect, test } from 'vitest'
import { offset } from '../seeds.ts'
import { MODES, provesFlip, provesTail, provesTorn, sample } from './damage-proofs.ts'

const title = `(seed ${offset})`

test.each(MODES)(
  `a torn write at any byte of 64 records costs more than itself, in mode %s ${title}`,
  async (mode) => {
    const session = await sample()
    for (let cut = 0; cut <= session.bytes.length; cut += 1)
      await expect(provesTorn(session, cut, mode), `cut at ${cut}`).resolves.toBeUndefined()
  },
  1_200_000,
)

test(`a flipped bit at any byte goes unseen, or takes good records with it ${title}`, async () => {
  const session = await sample()
  for (let at = 0; at < session.bytes.length; at += 1)
    await expect(provesFlip(session, at, (at + offset) % 8), `byte ${at}`).resolves.toBeUndefined()
}, 1_200_000)

test.each([0, 0x30])(
  `a tail of 1 to 4096 bytes %j hides records, or stays ${title}`,
  async (fill) => {
    const session = await sample()
    for (let length = 1; length <= 4096; length += 1)
      for (const isOver of [false, true])
        await expect(provesTail(session, fill, length, isOver), `${length} bytes`).resolves.toBeUndefined()
  },
  1_200_000,
)
