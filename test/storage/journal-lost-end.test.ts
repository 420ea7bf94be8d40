import { copyFileSync, readFileSync, renameSync, rmSync, truncateSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type JournalRecord, writeFrame } from '../../src/journal/frame.ts'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import type { JournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { open, textsOf, user, write } from './journal-on-disk.ts'
import { tempFolder } from '../files/temp-folder.ts'

const inSession = (folder: string, name: string): string => join(folder, 's', name)

/** What takes something out on purpose. */
const shrinks: Readonly<Record<string, (store: JournalStore) => Promise<unknown>>> = {
  'a replacement': async (store) => {
    const { revision, messages } = (await store.messages.load('s'))!
    await store.messages.replace('s', messages.slice(0, 1), { expect: revision })
  },
  'a repair that drops': async (store) => {
    const { revision, messages } = (await store.messages.load('s'))!
    const edit = { op: 'remove', index: 1, before: messages[1]!.raw, because: [], loss: 'lossy' } as const
    await store.transact('s', [edit], { expect: revision })
  },
}

/** Two messages, then `shrink`, then an append; the records are cut behind the two. */
async function cut(
  shrink: (store: JournalStore) => Promise<unknown>,
  without: readonly string[] = [],
): Promise<string> {
  const folder = tempFolder()
  await write(folder, ['kept', 'secret'])
  const lines = readFileSync(inSession(folder, 'records.ndjson'), 'utf8')
  const store = open(folder)
  await shrink(store)
  await store.close()
  writeFileSync(inSession(folder, 'records.ndjson'), lines)
  for (const name of without) unlinkSync(inSession(folder, name))
  return folder
}

const witnesses = [['manifest.json'], ['index.ndjson']] as const

for (const [name, shrink] of Object.entries(shrinks))
  test.each(witnesses)(`what ${name} took out comes back when its record is lost, and %s too (I14)`, async (gone) => {
    const folder = await cut(shrink, [gone])
    const reader = open(folder)
    const read = await reader.messages.load('s')
    expect(read).toMatchObject({ epoch: 1, messages: [] })
    expect(await reader.messages.list()).toMatchObject([{ sessionID: 's', messageCount: 0 }])
    const last = await reader.messages.append('s', [user('next')], { expect: read!.revision })
    expect(last).toBeGreaterThan(read!.revision)
    expect(await textsOf(reader)).toEqual(['next'])
    const [earlier] = await reader.journal.generations('s')
    expect(earlier).toMatchObject({ seq: 2, isWhole: false })
    await reader.close()
    expect(await textsOf(open(folder))).toEqual(['next'])
    expect(await recoverJournal(folder)).toMatchObject({
      recovered: [{ state: 'needs_review', gaps: [{ after: 2, before: 4 }] }],
    })
    const again = open(folder)
    await expect(again.journal.restore('s', 2)).rejects.toMatchObject({ code: 'corrupt' })
    await again.journal.restore('s', 2, { acceptLoss: true })
    expect(await textsOf(again)).toEqual(['kept', 'secret'])
  })

test('a recovery makes the index forget the shrink that it alone knew of, or another run changes something', async () => {
  const folder = await cut(shrinks['a replacement']!)
  const first = await recoverJournal(folder, { apply: true })
  expect(first).toMatchObject({ recovered: [{ state: 'needs_review', gaps: [{ after: 2, before: 4 }] }] })
  const bytes = readFileSync(inSession(folder, 'records.ndjson'), 'utf8')
  expect(await recoverJournal(folder, { apply: true })).toMatchObject({
    recovered: [{ gaps: [{ after: 2, before: 4 }] }],
  })
  expect(readFileSync(inSession(folder, 'records.ndjson'), 'utf8')).toBe(bytes)
  expect(await textsOf(open(folder))).toEqual([])
  expect(await recoverJournal(folder, { sessionID: 's', acknowledge: true })).toMatchObject({
    recovered: [{ state: 'clean' }],
  })
})

test('a record of a shrink that was damaged, not cut off, brings back what it took out', async () => {
  const folder = tempFolder()
  await write(folder, ['kept', 'secret'])
  const store = open(folder)
  await shrinks['a replacement']!(store)
  await store.close()
  const path = inSession(folder, 'records.ndjson')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/"seq":3,/, '"seq":8,'))
  expect(await textsOf(open(folder))).toEqual([])
  await recoverJournal(folder, { apply: true })
  expect(await textsOf(open(folder))).toEqual([])
})

test('an end that was lost without a shrink in it hides what is there', async () => {
  const folder = await cut((store) => store.messages.append('s', [user('lost')]))
  expect(await textsOf(open(folder))).toEqual(['kept', 'secret'])
})

test('a removed session comes back with an older copy of its records (I14)', async () => {
  const folder = tempFolder()
  await write(folder, ['kept', 'secret'])
  copyFileSync(inSession(folder, 'records.ndjson'), join(folder, 'copy'))
  const store = open(folder)
  await store.messages.remove('s')
  await store.close()
  copyFileSync(join(folder, 'copy'), inSession(folder, 'records.ndjson'))
  const again = open(folder)
  expect(await textsOf(again)).toBeNull()
  await again.messages.append('s', [user('new life')])
  expect(await textsOf(again)).toEqual(['new life'])
  await again.close()
  expect(await recoverJournal(folder)).toMatchObject({ recovered: [{ state: 'needs_review' }] })
})

test.each<[string, (store: JournalStore) => Promise<unknown>]>([
  ['at once', async () => undefined],
  ['and squeezed once more', (store) => store.journal.compact('s')],
  ['and asked for a lease', (store) => store.leases.acquire('s', { owner: 'late', ttlMs: 1 })],
])('a session that was removed %s is an empty living one with an older copy of its records (I14)', async (_, then) => {
  const folder = tempFolder()
  await write(folder, ['kept', 'secret'])
  copyFileSync(inSession(folder, 'records.ndjson'), join(folder, 'copy'))
  const store = open(folder)
  await store.messages.remove('s')
  await then(store)
  await store.close()
  expect(readFileSync(inSession(folder, 'records.ndjson'), 'utf8')).not.toContain('secret')
  expect(await open(folder).journal.generations('s')).toEqual([])
  copyFileSync(join(folder, 'copy'), inSession(folder, 'records.ndjson'))
  const reader = open(folder)
  expect([await reader.messages.load('s'), await reader.messages.list()]).toEqual([null, []])
  await recoverJournal(folder, { apply: true })
  const again = open(folder)
  expect([await again.messages.load('s'), await again.messages.list()]).toEqual([null, []])
})

test('an index of another session, whose end the manifest does not tell of, empties one that is whole', async () => {
  const folder = tempFolder()
  await write(folder, ['kept'])
  const other = tempFolder()
  await write(other, ['a', 'b', 'c'])
  const store = open(other)
  await store.messages.remove('s')
  await store.close()
  copyFileSync(inSession(other, 'index.ndjson'), inSession(folder, 'index.ndjson'))
  expect(await textsOf(open(folder))).toEqual(['kept'])
})

test('a session that a lost record removed is there again, and empty (I14)', async () => {
  const folder = await cut(shrinks['a replacement']!)
  await recoverJournal(folder, { apply: true })
  const lines = readFileSync(inSession(folder, 'records.ndjson'), 'utf8').split('\n')
  const { crc: _crc, data, ...head } = JSON.parse(lines[2]!) as JournalRecord
  lines[2] = writeFrame(head, JSON.stringify({ ...(data as object), removed: true }))
    .line.toString()
    .trimEnd()
  writeFileSync(inSession(folder, 'records.ndjson'), lines.join('\n'))
  const store = open(folder)
  expect([await store.messages.load('s'), await store.messages.list()]).toEqual([null, []])
})

test.each<[string, (folder: string) => void]>([
  ['is gone', (folder) => unlinkSync(inSession(folder, 'records.ndjson'))],
  ['is empty', (folder) => truncateSync(inSession(folder, 'records.ndjson'))],
  [
    'is empty, as its index is',
    (folder) => ['records.ndjson', 'index.ndjson'].forEach((name) => truncateSync(inSession(folder, name))),
  ],
])('a session whose records file %s looks like one that never was', async (_, lose) => {
  const folder = tempFolder()
  await write(folder, ['a', 'b'])
  lose(folder)
  const store = open(folder)
  const corrupt = { code: 'corrupt', sessionID: 's' }
  for (const call of [
    () => store.messages.load('s'),
    () => store.parts.list('s'),
    () => store.messages.append('s', [user('x')]),
  ])
    await expect(call()).rejects.toMatchObject(corrupt)
  expect(await store.messages.list()).toMatchObject([{ sessionID: 's', unreadable: corrupt }])
  expect(await store.messages.load('never was')).toBeNull()
})

test('the records of one session are shown, mended or gone on with as those of another', async () => {
  const folder = tempFolder()
  await write(folder, ['a', 'b'])
  renameSync(join(folder, 's'), join(folder, 't'))
  const store = open(folder)
  const foreign = { code: 'foreign_file', message: expect.stringContaining('"s"') }
  for (let turn = 0; turn < 2; turn += 1) {
    await expect(store.messages.load('t')).rejects.toMatchObject(foreign)
    await expect(store.messages.append('t', [user('x')])).rejects.toMatchObject(foreign)
  }
  for (const apply of [false, true])
    expect(await recoverJournal(folder, { apply })).toMatchObject({
      recovered: [{ sessionID: 't', state: 'failed', error: { code: 'foreign_session' } }],
    })
  // Without its index too: the records themselves say whose they are.
  rmSync(join(folder, 't', 'index.ndjson'))
  rmSync(join(folder, 't', 'manifest.json'))
  await expect(open(folder).messages.load('t')).rejects.toMatchObject(foreign)
  renameSync(join(folder, 't'), join(folder, 's'))
  expect(await textsOf(open(folder))).toEqual(['a', 'b'])
})
