import { expect, test } from 'vitest'
import { offset, scale } from '../seeds.ts'
import { scratch } from '../storage/scratch.ts'
import { provesKills } from './kill-proofs.ts'

const kills = Math.ceil(2 * scale)

test(`kill -9 of the writer loses what it acknowledged, or lets two write at once (I8, I15, ${kills} times, seed ${offset})`, async () => {
  await expect(provesKills(scratch(), kills, offset)).resolves.toBeUndefined()
}, 180_000)
