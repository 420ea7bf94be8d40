import { join } from 'node:path'
import { expect, test } from 'vitest'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { createRandom } from '../../src/testing.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { offset, scale } from '../seeds.ts'
import { newLedger, provesLedger, storeOn, work } from './journal-workload.ts'
import { ROOT } from './sample-session.ts'

const DERIVED = ['index.ndjson', 'manifest.json']
const DAMAGES = ['none', 'gone', 'empty', 'cut', 'garbage', 'flipped', 'of another'] as const

test(`derived files that are gone or damaged change an answer, or come back otherwise (I13; seed ${offset})`, async () => {
  const healthy = new MemoryFs()
  const ledger = newLedger()
  expect(await work(storeOn(healthy), ledger)).toBe(0)
  const random = createRandom(offset)
  const damage = (fs: MemoryFs, path: string, kind: (typeof DAMAGES)[number]): Promise<void> | void => {
    const text = fs.text(path)!
    if (kind === 'gone') return fs.unlink(path)
    if (kind === 'empty') fs.put(path, '')
    if (kind === 'cut') fs.put(path, text.slice(0, random.below(text.length)))
    if (kind === 'garbage') fs.put(path, random.hex(200))
    if (kind === 'of another') fs.put(path, healthy.text(path.replace('/s/', '/gone/'))!)
    if (kind !== 'flipped') return undefined
    const bytes = Buffer.from(text)
    bytes[random.below(bytes.length)]! ^= 1 << random.below(8)
    fs.put(path, bytes)
  }
  for (let round = 0; round < Math.ceil(2 * scale); round += 1)
    for (const first of DAMAGES)
      for (const second of DAMAGES) {
        const fs = healthy.copy()
        for (const [name, kind] of [
          [DERIVED[0]!, first],
          [DERIVED[1]!, second],
        ] as const)
          await damage(fs, join(ROOT, 's', name), kind)
        await provesLedger(fs.copy(), ledger)
        const { recovered } = await recoverJournal(ROOT, { fs, apply: true })
        expect(recovered.map(({ state }) => state)).toEqual(['clean', 'clean'])
        for (const name of DERIVED)
          expect(fs.text(join(ROOT, 's', name)), `${first}, ${second}`).toBe(healthy.text(join(ROOT, 's', name)))
      }
})
