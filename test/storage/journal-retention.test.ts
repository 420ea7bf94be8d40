import assert from 'node:assert/strict'
import { expect, test } from 'vitest'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { createJournalStore, type JournalStore } from '../../src/storage/journal/create-journal-store.ts'
import type { JournalStoreOptions } from '../../src/storage/journal/journal-options.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { spread } from '../seeds.ts'

const ROOT = '/root/sessions'
const RECORDS = `${ROOT}/s/records.ndjson`
const hour = 3_600_000

interface Scene {
  readonly fs: MemoryFs
  readonly clock: { at: number }
  readonly open: (options?: JournalStoreOptions) => JournalStore
}

function scene(): Scene {
  const fs = new MemoryFs()
  const clock = { at: 1_790_000_000_000 }
  return { fs, clock, open: (options = {}) => createJournalStore(ROOT, { fs, now: () => clock.at, ...options }) }
}

const user = (content: string): { raw: unknown } => ({ raw: { role: 'user', content } })

/** One earlier state more. */
async function shrink(store: JournalStore, text: string): Promise<void> {
  const revision = await store.messages.append('s', [user(`${text} `.padEnd(400, 'x'))])
  await store.messages.replace('s', [user(text)], { expect: revision })
}

async function answers(store: JournalStore): Promise<unknown> {
  return [await store.messages.load('s'), await store.turns.list('s'), await store.parts.list('s')]
}

const told = async (store: JournalStore): Promise<readonly unknown[]> =>
  (await store.journal.records('s', { types: ['journal.retention'] })).items.map(({ data }) => data)

test('records beyond the limit stay, go without a record, or take what the session is with them', async () => {
  const { fs, open } = scene()
  const [plain, kept] = [open({ generations: 1 }), scene()]
  const store = kept.open({ generations: 1, retention: { bytes: 4000 } })
  for (let turn = 0; turn < 12; turn += 1) for (const each of [plain, store]) await shrink(each, `state ${turn}`)
  expect(await answers(store)).toEqual(await answers(plain))
  expect(kept.fs.bytes(RECORDS)!.length).toBeLessThan(fs.bytes(RECORDS)!.length / 2)
  const drops = await told(store)
  expect(drops.at(-1)).toMatchObject({ because: 'bytes', records: expect.any(Number), bytes: expect.any(Number) })
  expect((await store.journal.generations('s')).length).toBeGreaterThanOrEqual(1)
  await Promise.all([plain.close(), store.close()])
  expect(await recoverJournal(ROOT, { fs: kept.fs })).toMatchObject({ recovered: [{ state: 'clean', gaps: [] }] })
  await using again = kept.open()
  await using whole = open()
  expect(await answers(again)).toEqual(await answers(whole))
})

test.each([
  ['a', 'b'],
  ['b', 'a'],
])('an answer that %s and then %s were told of leads to the older one', async (older, newer) => {
  const { clock, open } = scene()
  await using store = open()
  for (const sessionID of [older, newer]) {
    clock.at += hour
    await store.messages.append(sessionID, [user('x')])
    await store.messages.setReference(sessionID, 'resp_1')
  }
  expect(await store.messages.findReference('resp_1')).toBe(newer)
})

test('a session that was removed and squeezed comes back with a revision that it had before', async () => {
  const { open } = scene()
  const store = open()
  await shrink(store, 'first')
  const revision = await store.messages.append('s', [user('last')])
  await store.messages.remove('s')
  await store.close()
  await using again = open()
  expect(await again.messages.load('s')).toBeNull()
  expect(await again.messages.append('s', [user('new')])).toBeGreaterThan(revision)
})

test('what goes is not all up to the state that stays, or is told as more, as less, or of another state', async () => {
  const { fs, open } = scene()
  await using store = open({ generations: 1, retention: { bytes: 9000 } })
  const ends = new Set<number>()
  let [drops, lines, revision]: [readonly unknown[], readonly string[], number] = [[], [], 0]
  for (let turn = 0; turn < 24 && drops.length === 0; turn += 1) {
    lines = fs.text(RECORDS)?.split(/(?<=\n)/) ?? []
    const said = [user(`state ${turn} `.padEnd(400, 'x'))]
    revision = await (turn % 2 === 0
      ? store.messages.append('s', said)
      : store.messages.replace('s', [user('less')], { expect: revision }))
    drops = await told(store)
    if (turn % 2 === 1) ends.add(turn)
  }
  const { upTo } = Object(drops[0]) as { upTo: number }
  const bytes = lines.slice(0, upTo).join('').length
  const generations = [...ends].filter((seq) => seq < upTo).toReversed()
  expect(generations.length).toBeGreaterThan(1)
  expect(drops).toEqual([{ changes: [], because: 'bytes', upTo, records: upTo, bytes, generations }])
})

/** Counts how often the records were put in order. */
class CountingFs extends MemoryFs {
  squeezes = 0
  override async rename(from: string, to: string): Promise<void> {
    if (to === RECORDS) this.squeezes += 1
    await super.rename(from, to)
  }
}

test('a session that is larger than the limit is squeezed again at every append', async () => {
  const fs = new CountingFs()
  await using store = createJournalStore(ROOT, { fs, generations: 0, retention: { bytes: 500 } })
  for (let index = 0; index < 64; index += 1) await store.messages.append('s', [user('long '.repeat(40))])
  // Each time at twice as many bytes as before: the work stays in proportion to what is written.
  expect(fs.squeezes).toBeGreaterThan(2)
  expect(fs.squeezes).toBeLessThan(9)
  expect((await store.journal.records('s')).total).toBeLessThan(64)
})

test('a session whose one record is larger than the limit is said to be squeezed, of nothing', async () => {
  const { open } = scene()
  await using store = open({ retention: { bytes: 100 } })
  await store.messages.append('s', [user('x'.repeat(1000))])
  expect(await told(store)).toEqual([])
})

test('earlier states that are too old stay, or young ones go', async () => {
  const { clock, open } = scene()
  const store = open({ generations: 5, retention: { ageMs: hour } })
  await shrink(store, 'first')
  await shrink(store, 'second')
  expect(await told(store)).toEqual([])
  clock.at += 2 * hour
  await shrink(store, 'third')
  const [drop, ...others] = await told(store)
  expect(others).toEqual([])
  expect(drop).toMatchObject({ because: 'age' })
  const generations = await store.journal.generations('s')
  // The state that the third one has ended is young.
  expect(generations.map(({ at }) => clock.at - at)).toEqual([0])
  await store.close()
})

test('an append fails because the squeezing behind it does', async () => {
  for (const at of spread(10, 60).map((place) => place + 1)) {
    const fs = new FaultFs({ code: 'EIO', at, persistent: false }, new MemoryFs())
    const store = createJournalStore(ROOT, { fs, generations: 0, retention: { bytes: 1 } })
    const acknowledged: string[] = []
    for (const text of ['a', 'b', 'c', 'd'])
      await store.messages.append('s', [user(text)]).then(
        () => acknowledged.push(text),
        () => undefined,
      )
    const texts = (await store.messages.load('s'))?.messages.map(({ raw }) => String(Object(raw).content)) ?? []
    assert.deepEqual(
      acknowledged.filter((text) => !texts.includes(text)),
      [],
      `call ${at}`,
    )
    await store.close().catch(() => undefined)
  }
})

test.each([{ retention: { bytes: 0 } }, { retention: { ageMs: -1 } }, { retention: { bytes: 1.5 } }])(
  'a policy %j is taken',
  (options) => {
    expect(() => scene().open(options)).toThrow(/Invalid option retention\.(bytes|ageMs): .*It takes a whole number/)
  },
)

/** Three states, and the records of the second one lost. */
async function withLoss(): Promise<Scene> {
  const built = scene()
  const store = built.open({ generations: 9 })
  for (const text of ['first', 'second', 'third']) await shrink(store, text)
  await store.close()
  const lines = built.fs.text(RECORDS)!.split('\n')
  built.fs.put(RECORDS, lines.toSpliced(2, 1).join('\n'))
  return built
}

test('an earlier state of which records are missing passes for whole, or is restored as if it were', async () => {
  const { open } = await withLoss()
  await using store = open({ generations: 9 })
  const generations = await store.journal.generations('s')
  const whole = generations.filter(({ isWhole }) => isWhole)
  const broken = generations.filter(({ isWhole }) => !isWhole)
  expect(whole.length).toBeGreaterThan(0)
  expect(broken.length).toBeGreaterThan(0)
  expect(Math.max(...whole.map(({ seq }) => seq))).toBeLessThan(Math.min(...broken.map(({ seq }) => seq)))
  await expect(store.journal.restore('s', broken[0]!.seq)).rejects.toMatchObject({ code: 'corrupt' })
  await store.journal.restore('s', whole[0]!.seq)
  await store.journal.restore('s', broken[0]!.seq, { acceptLoss: true })
})

test('what is left is forgotten where the record behind a loss takes something out itself (I14)', async () => {
  const { fs, open } = scene()
  const store = open()
  await store.messages.append('s', ['a', 'b', 'c'].map(user))
  const revision = await store.messages.append('s', [user('d')])
  const edits = [{ op: 'remove', index: 0, before: user('a').raw, because: [], loss: 'lossy' }] as const
  await store.transact('s', edits, { expect: revision })
  await store.close()
  fs.put(RECORDS, fs.text(RECORDS)!.split('\n').toSpliced(1, 1).join('\n'))
  await using again = open()
  expect((await again.messages.load('s'))?.messages.map(({ raw }) => raw)).toEqual(
    ['b', 'c'].map((text) => user(text).raw),
  )
})

test('a loss is forgotten when the records around it are squeezed', async () => {
  const { fs, open } = await withLoss()
  const store = open({ generations: 0 })
  await store.messages.append('s', [user('on')])
  await store.journal.compact('s')
  await store.close()
  expect(await recoverJournal(ROOT, { fs })).toMatchObject({ recovered: [{ state: 'needs_review' }] })
})

test('a session that cannot be squeezed says with each call that it is about to be, and is read whole for it', async () => {
  const { fs, open } = scene()
  const rename = fs.rename.bind(fs)
  fs.rename = (from, to) =>
    to === RECORDS ? Promise.reject(Object.assign(new Error('refused'), { code: 'EIO' })) : rename(from, to)
  const store = open({ generations: 0, retention: { bytes: 1500 } })
  for (let turn = 0; turn < 40; turn += 1) await store.messages.append('s', [user(`turn ${turn} `.padEnd(100, 'x'))])
  // Once for each doubling of what has to stay.
  const drops = await told(store)
  expect(drops.length).toBeGreaterThan(0)
  expect(drops.length).toBeLessThan(6)
  expect((await store.messages.load('s'))!.messages).toHaveLength(40)
})
