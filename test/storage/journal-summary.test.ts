import { copyFileSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { nodeFs } from '../../src/files/node-fs.ts'
import type { Fs } from '../../src/files/fs.ts'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { crc32c } from '../../src/record-log/crc32c.ts'
import { createJournalStore, type JournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { SummaryReader } from '../../src/storage/journal/summary-reader.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { open, records } from './journal-on-disk.ts'
import { tempFolder } from '../files/temp-folder.ts'

const LONG = 'x'.repeat(20_000)
const said = (content: string) => ({ raw: { role: 'user', content } })
const summary = (folder: string, id = 's'): string => join(folder, id, 'summary.json')

/** Six long messages, and one of everything that lists and lookups ask for. */
async function talk(store: JournalStore, id = 's'): Promise<void> {
  for (let at = 0; at < 6; at += 1) await store.messages.append(id, [said(at + LONG)])
  for (const callId of ['c', 'd', 'c']) await store.parts.record(id, { callId, name: 'bash', status: 'completed' })
  await store.turns.begin(id, { turnID: 'over' })
  await store.turns.advance(id, 'over', 'completed')
  await store.turns.begin(id, { turnID: 'open' })
  await store.state.set(id, 'kept', 1)
  await store.state.set(id, 'gone', 1)
  await store.state.clear(id, 'gone')
  await store.messages.setReference(id, 'r1')
  await store.messages.setReference(id, 'r2', { replaces: 'r1' })
  await store.messages.setStanding(id, { headers: { secret: 'x' } } as never)
}

/** What happens to a session after its summary was kept for the first time. */
const later: Readonly<Record<string, (store: JournalStore) => Promise<unknown>>> = {
  nothing: async () => undefined,
  'one more message': (store) => store.messages.append('s', [said('late')]),
  'an end of its turn': (store) => store.turns.advance('s', 'open', 'interrupted'),
  'a replacement': async (store) => {
    const { revision, messages } = (await store.messages.load('s'))!
    await store.messages.replace('s', messages.slice(0, 1), { expect: revision })
  },
  'a compaction': async (store) => {
    await later['a replacement']!(store)
    await store.journal.compact('s')
  },
  'a restore': async (store) => {
    await later['a replacement']!(store)
    await store.parts.record('s', { callId: 'late', name: 'bash', status: 'completed' })
    const [former] = await store.journal.generations('s')
    await store.journal.restore('s', former!.seq)
  },
  'a removal': (store) => store.messages.remove('s'),
  'a removal and a new life': async (store) => {
    await store.messages.remove('s')
    await store.messages.append('s', [said('new')])
  },
}

async function answersOf(folder: string, store: JournalStore = open(folder)): Promise<unknown> {
  const heads = [0, 5].map((at) => prefixDigests(Array.from({ length: at + 1 }, (_, i) => said(i + LONG).raw)))
  return {
    list: await store.messages.list(),
    pending: await store.turns.pending(),
    named: await Promise.all(['kept', 'gone'].map((key) => store.statesNamed('', key))),
    references: await Promise.all(['r1', 'r2'].map((id) => store.messages.findReference(id))),
    prefixes: await Promise.all(heads.map((digests) => store.messages.findByPrefix(digests))),
  }
}

for (const [name, then] of Object.entries(later))
  test.each(['fresh', 'old', 'none', 'cut', 'of other facts', 'of another session'])(
    `after ${name} lists tell something else by a summary that is %s (I13)`,
    async (state) => {
      const folder = tempFolder()
      const store = open(folder)
      await talk(store)
      await store.close()
      const kept = readFileSync(summary(folder), 'utf8')
      expect(kept).not.toMatch(/xxxx|secret/)
      const next = open(folder)
      await then(next)
      await next.close()
      const whole = open(folder)
      await whole.messages.load('s')
      const [expected] = await whole.messages.list()
      if (state !== 'fresh') rmSync(summary(folder), { force: true })
      const control = await answersOf(folder)
      const put: Readonly<Record<string, string>> = {
        old: kept,
        cut: kept.slice(0, -20),
        'of other facts': kept.replace('"count":6', '"count":7'),
        'of another session': kept.replace('"sessionID":"s"', '"sessionID":"t"'),
      }
      if (put[state]) writeFileSync(summary(folder), put[state])
      expect(await answersOf(folder)).toEqual(control)
      expect(control).toMatchObject({ list: expected ? [expected] : [] })
    },
  )

test.each([...Object.entries(later), ['a copy of another time in its place', undefined] as const])(
  'after %s a store that has listed the session before lists it as it was',
  async (_, then) => {
    const [folder, former] = [tempFolder(), tempFolder()]
    for (const [root, store] of [folder, former].map((each) => [each, open(each)] as const)) {
      if (root === folder) await talk(store)
      else await store.messages.append('s', [said('former')])
      await store.close()
    }
    // A list alone leaves the contents on the disk.
    const [reader, facts] = [open(folder), new SummaryReader(nodeFs, join(folder, 's'), 's')]
    expect(await reader.messages.list()).toHaveLength(1)
    expect(await facts.read()).toMatchObject({ openTurns: new Set(['open']) })
    if (then === undefined) {
      rmSync(join(folder, 's'), { recursive: true })
      renameSync(join(former, 's'), join(folder, 's'))
    } else {
      const writer = open(folder)
      await then(writer)
      await writer.close()
    }
    const fresh = new SummaryReader(nodeFs, join(folder, 's'), 's')
    expect((await facts.read())?.row).toEqual((await fresh.read())?.row)
    expect(await answersOf(folder, reader)).toEqual(await answersOf(folder))
  },
)

test('a summary is believed that names a record which is no longer there, or bytes that came or went before it', async () => {
  const folder = tempFolder()
  const store = open(folder, { segmentBytes: 50_000 })
  await talk(store)
  await store.close()
  const first = join(folder, 's', 'records.000000000001.ndjson')
  expect(existsSync(first)).toBe(true)
  copyFileSync(first, join(folder, 'copy'))
  rmSync(first)
  const lost = await answersOf(folder)
  rmSync(summary(folder))
  expect(await answersOf(folder)).toEqual(lost)
})

test('a folder under the name of another session is listed as that one, by its summary', async () => {
  const folder = tempFolder()
  const store = open(folder)
  await talk(store)
  await store.close()
  renameSync(join(folder, 's'), join(folder, 't'))
  expect(await open(folder).messages.list()).toMatchObject([{ sessionID: 't', unreadable: { code: 'foreign_file' } }])
})

test('a removed session leaves its summary behind', async () => {
  const folder = tempFolder()
  const store = open(folder)
  await talk(store)
  await store.close()
  expect(existsSync(summary(folder))).toBe(true)
  const next = open(folder)
  await next.messages.remove('s')
  await next.close()
  expect(existsSync(summary(folder))).toBe(false)
  expect((await recoverJournal(folder)).recovered).toMatchObject([{ state: 'clean' }])
})

test('a list reads a long session from its beginning although its writer has closed it, or holds what it read', async () => {
  const folder = tempFolder()
  const writer = createJournalStore(folder)
  for (const id of ['s', 't']) await talk(writer, id)
  await writer.close()
  let bytes = 0
  const fs: Fs = {
    ...nodeFs,
    async open(...given) {
      const file = await nodeFs.open(...given)
      const counted = async (got: Promise<number>): Promise<number> => {
        if (given[0].endsWith('records.ndjson')) bytes += await got
        return got
      }
      return {
        ...file,
        read: (buffer) => counted(file.read(buffer)),
        readAt: (buffer, at) => counted(file.readAt(buffer, at)),
      }
    },
  }
  const reader = open(folder, { fs })
  expect(await reader.messages.list()).toHaveLength(2)
  expect(bytes).toBeLessThan(readFileSync(records(folder)).length / 10)
  expect(await reader.statesNamed('', 'none')).toEqual([])
  const next = createJournalStore(folder)
  await next.messages.append('s', [said('late')])
  expect(await reader.messages.list()).toMatchObject([{ messageCount: 7 }, { messageCount: 6 }])
  await next.close()
  expect(bytes).toBeLessThan(readFileSync(records(folder)).length / 10)
})

test('a summary that cannot be kept fails a call, or the close', async () => {
  const folder = tempFolder()
  const rename = vi.spyOn(nodeFs, 'rename').mockImplementation(async () => {
    throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
  })
  onTestFinished(() => rename.mockRestore())
  const store = createJournalStore(folder)
  await talk(store)
  await store.close()
  expect(existsSync(summary(folder))).toBe(false)
})

test('a summary that holds something else than it should, under a sum that agrees, ends every list (I13)', async () => {
  const folder = tempFolder()
  const store = open(folder)
  await talk(store)
  const list = await store.messages.list()
  await store.close()
  const { summary: kept } = JSON.parse(readFileSync(summary(folder), 'utf8'))
  for (const odd of [{ parts: 1 }, { last: null }, { row: { ...kept.row }, prints: null }]) {
    const text = JSON.stringify({ ...kept, ...odd })
    writeFileSync(summary(folder), `{"check":${JSON.stringify(crc32c(Buffer.from(text)))},"summary":${text}}`)
    expect(await open(folder).messages.list()).toEqual(list)
  }
})
