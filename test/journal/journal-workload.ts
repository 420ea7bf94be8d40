import assert from 'node:assert/strict'
import type { Fs } from '../../src/files/fs.ts'
import { createJournalStore, type JournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createRandom } from '../../src/testing.ts'
import { now, ROOT } from './sample-session.ts'

/** What a store has acknowledged so far, and what it was asked for without an answer. */
export interface Ledger {
  /** Texts of session `s`, in order. */
  acknowledged: string[]
  /** The call that is under way, or was refused: it may have happened or not. */
  open: string[]
  /** Whether session `gone` was removed, and that was acknowledged. */
  isRemoved: boolean
  isRemoving: boolean
}

export const newLedger = (): Ledger => ({ acknowledged: [], open: [], isRemoved: false, isRemoving: false })

export function storeOn(fs: Fs, segmentBytes = 1500): JournalStore {
  return createJournalStore(ROOT, { fs, now, segmentBytes, generations: 1 })
}

/** `begin` and `remove` are about session `gone`, an append of some length and a compaction about session `s`. */
export type Step = number | 'begin' | 'remove' | 'compact'

/** The day of which every call fails once in the fault proofs. */
const PLAIN_DAY: readonly Step[] = [1, 1, 'begin', 1, 1, 1, 'remove', 'compact', 1, 1]

/** Another day for each seed: lengths, order, and where in it a session is removed and another one compacted. */
export function dayOf(seed: number): readonly Step[] {
  if (seed === 0) return PLAIN_DAY
  const random = createRandom(seed)
  const steps: Step[] = Array.from({ length: 4 + random.below(4) }, () => 1 + random.below(random.pick([20, 900])))
  const begins = random.below(steps.length)
  steps.splice(begins, 0, 'begin')
  steps.splice(begins + 1 + random.below(steps.length - begins), 0, 'remove')
  for (let count = random.below(3); count > 0; count -= 1) steps.splice(1 + random.below(steps.length), 0, 'compact')
  return steps
}

const say = (content: string): { raw: unknown } => ({ raw: { role: 'user', content } })

/** Appends that roll segments, a removal, a compaction. Errors are counted, not thrown: the work goes on as an agent would. */
export async function work(store: JournalStore, ledger: Ledger, day: readonly Step[] = PLAIN_DAY): Promise<number> {
  let failures = 0
  const attempt = async (run: () => Promise<unknown>): Promise<boolean> =>
    run().then(
      () => true,
      () => {
        failures += 1
        return false
      },
    )
  const append = async (text: string): Promise<void> => {
    ledger.open.push(text)
    if (!(await attempt(() => store.messages.append('s', [say(text)])))) return
    ledger.open.pop()
    ledger.acknowledged.push(text)
  }
  for (const [index, step] of day.entries())
    if (step === 'begin') await attempt(() => store.messages.append('gone', [say('must not come back')]))
    else if (step === 'compact') await attempt(() => store.journal.compact('s'))
    else if (step === 'remove') {
      ledger.isRemoving = true
      ledger.isRemoved = await attempt(() => store.messages.remove('gone'))
    } else await append(`${index} `.padEnd(step + 2, 'x'))
  await attempt(() => store.close())
  return failures
}

/** What the file system holds now must be what was acknowledged, in order, with nothing else than what was under way. */
export async function provesLedger(fs: Fs, { acknowledged, open, isRemoved }: Ledger): Promise<void> {
  const store = createJournalStore(ROOT, { fs, now: () => now() + 3_600_000, segmentBytes: 1500 })
  try {
    const session = await store.messages.load('s')
    const texts = session?.messages.map(({ raw }) => String(Object(raw).content)) ?? []
    const certain = texts.filter((text) => !open.includes(text))
    assert.deepEqual(certain, acknowledged, 'what was acknowledged is not what is there')
    if (isRemoved) assert.equal(await store.messages.load('gone'), null, 'what was removed came back')
    await store.messages.append('s', [say('after')])
    assert.equal((await store.messages.load('s'))!.messages.length, texts.length + 1)
  } finally {
    await store.close()
  }
}
