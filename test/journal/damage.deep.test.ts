import { expect, test } from 'vitest'
import { offset } from '../seeds.ts'
import { MODES, provesFlip, provesTail, provesTorn, sample, TAILS } from './damage-proofs.ts'

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

/** How a session was written when the power went. */
const durabilities = ['commit', 'interval', 'none'] as const

/** 24,576 in all: about three minutes of one core. */
test.each(Object.keys(TAILS))(
  `a tail of 1 to 4096 bytes %s hides records, or stays ${title}`,
  async (kind) => {
    const sessions = await Promise.all(durabilities.map(sample))
    let done = 0
    for (let length = 1; length <= 4096; length += 1)
      for (const isOver of [false, true]) {
        const session = sessions[(length + offset) % sessions.length]!
        await provesTail(session, TAILS[kind]!(length), isOver).catch((cause: unknown) => {
          throw new Error(`${length} bytes, over ${isOver}`, { cause })
        })
        done += 1
      }
    expect(done).toBe(8192)
  },
  1_200_000,
)
