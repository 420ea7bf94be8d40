import { expect, test } from 'vitest'
import { offset, scale } from '../seeds.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { provesKills } from './kill-proofs.ts'

test(`kill -9 of the writer, ${200 * scale} times, loses what it acknowledged, or lets two write at once (seed ${offset})`, async () => {
  for (let done = 0; done < 200 * scale; done += 20)
    await expect(provesKills(tempFolder(), 20, offset + done), `seed ${offset + done}`).resolves.toBeUndefined()
}, 3_600_000)
