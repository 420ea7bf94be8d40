import { expect, test } from 'vitest'
import { offset, scale } from '../seeds.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { provesKills } from './kill-proofs.ts'

const kills = Math.ceil(2 * scale)

test(`kill -9 of the writer loses what it acknowledged, or lets two write at once (I8, I15, ${kills} times, seed ${offset})`, async () => {
  await expect(provesKills(tempFolder(), kills, offset)).resolves.toBeUndefined()
}, 180_000)
