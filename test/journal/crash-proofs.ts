import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { createRandom } from '../../src/testing.ts'
import { CrashFs, crashImage, type CrashPoint, type Fate } from '../files/crash-fs.ts'
import type { MemoryFs } from '../files/memory-fs.ts'
import { dayOf, type Ledger, newLedger, provesLedger, storeOn, work } from './journal-workload.ts'
import { now, ROOT } from './sample-session.ts'

export interface Crash {
  readonly point: CrashPoint
  readonly ledger: Ledger
}

/** One crash point after each operation of a working day, with what was acknowledged until then. */
export async function crashes(day = 0): Promise<Crash[]> {
  const fs = new CrashFs()
  const ledger = newLedger()
  const found: Crash[] = []
  fs.onChange = (point) => {
    const { acknowledged, open, isRemoved, isRemoving } = ledger
    found.push({ point, ledger: { acknowledged: [...acknowledged], open: [...open], isRemoved, isRemoving } })
  }
  assert.equal(await work(storeOn(fs, 1500 + (day % 7) * 300), ledger, dayOf(day)), 0)
  return found
}

/** Every subset of what is pending, when that is at most `most`; else as many at random, with torn and zero-filled writes. */
export function* fates(
  { pending }: CrashPoint,
  most: number,
  sampled: number,
  seed: number,
): Generator<readonly Fate[]> {
  const count = pending.length
  if (count <= most)
    for (let subset = 0; subset < 2 ** count; subset += 1)
      yield pending.map((_, index): Fate => ((subset >> index) & 1 ? 'done' : 'lost'))
  const random = createRandom(seed)
  const kinds: readonly Fate[] = ['lost', 'done', 'done', 'half', 'zeros']
  for (let index = 0; index < (count <= most ? Math.min(sampled, 4 * count) : sampled); index += 1)
    yield pending.map(() => random.pick(kinds))
}

/** After a power loss the machine has booted anew: no process of before lives. */
function reboot(image: MemoryFs): MemoryFs {
  for (const path of image.paths().filter((each) => /writer\.\d+\.json$/.test(each)))
    image.put(path, image.text(path)!.replace(/"bootId":"/, '"bootId":"before-'))
  return image
}

/** What tells one image from all others: the files, and what had been acknowledged when the power went. */
export function printOf({ point, ledger }: Crash, fate: readonly Fate[]): string {
  const image = crashImage(point, (index) => fate[index]!)
  return createHash('sha1')
    .update(JSON.stringify([ledger, state(image)]))
    .digest('base64')
}

const state = (fs: MemoryFs): unknown =>
  fs
    .paths()
    .sort()
    .map((path) => [path, fs.text(path)])

/** A crash loses nothing that was acknowledged, and a recovery after it is complete: a second one changes nothing. */
export async function provesCrash({ point, ledger }: Crash, fate: readonly Fate[]): Promise<void> {
  const image = reboot(crashImage(point, (index) => fate[index]!))
  await provesLedger(image.copy(), ledger)
  const options = { fs: image, apply: true, now: () => now() + 3_600_000 }
  const { recovered } = await recoverJournal(ROOT, options)
  for (const { sessionID, state: outcome, error } of recovered)
    assert.ok(['clean', 'recovered'].includes(outcome), `${sessionID} is ${outcome}: ${error?.message}`)
  const before = state(image)
  await recoverJournal(ROOT, options)
  assert.deepEqual(state(image), before, 'a second recovery has changed something')
  await provesLedger(image, ledger)
}
