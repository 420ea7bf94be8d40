import assert from 'node:assert/strict'
import type { Fs } from '../../src/files/fs.ts'
import { createJournalStore, type JournalStore } from '../../src/storage/journal/create-journal-store.ts'
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

export function storeOn(fs: Fs): JournalStore {
  return createJournalStore(ROOT, { fs, now, segmentBytes: 1500, generations: 1 })
}

const say = (content: string): { raw: unknown } => ({ raw: { role: 'user', content } })

/** Appends that roll segments, a removal, a compaction. Errors are counted, not thrown: the work goes on as an agent would. */
export async function work(store: JournalStore, ledger: Ledger): Promise<number> {
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
  for (const text of ['a', 'b']) await append(text)
  await attempt(() => store.messages.append('gone', [say('must not come back')]))
  for (const text of ['c', 'd', 'e']) await append(text)
  ledger.isRemoving = true
  ledger.isRemoved = await attempt(() => store.messages.remove('gone'))
  await attempt(() => store.journal.compact('s'))
  for (const text of ['f', 'g']) await append(text)
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
