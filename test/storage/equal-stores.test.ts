import { join } from 'node:path'
import { expect, test } from 'vitest'
import { offset, seeds } from '../seeds.ts'
import { embeddedStores } from './embedded-stores.ts'
import { provesEqual } from './equal-stores.ts'
import { scratch } from './scratch.ts'

const sequences = seeds(5)

test(`memory, SQLite and journal differ after some command (${sequences.length} sequences, seed ${offset})`, async () => {
  const folder = scratch()
  for (const seed of sequences)
    await expect(provesEqual(embeddedStores(join(folder, String(seed))), seed), `seed ${seed}`).resolves.toBeUndefined()
}, 1_200_000)
