import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { IndexEntry } from '../../src/journal/index-entry.ts'
import type { Change } from '../../src/storage/change.ts'
import { copyStore } from '../../src/storage/copy/copy-store.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { baseOf } from '../../src/storage/journal/generations.ts'
import { RESTORED_TYPE } from '../../src/journal/snapshot-record.ts'
import { SessionProjection } from '../../src/storage/journal/session-projection.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import type { MessageRow, PartRow, SessionRow } from '../../src/storage/rows.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { lateFs } from '../files/late-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'

const ROOT = '/root/sessions'
const user = (content: string): { raw: unknown } => ({ raw: { role: 'user', content } })
/** The claim is looked at while the disk works. */
const together = new Set(['lstat', 'syncFolder'])

test('what a session holds is read again for each list, or not although it has changed', async () => {
  const disk = new MemoryFs()
  const writer = createJournalStore(ROOT, { fs: disk })
  await writer.messages.append('s', [user('a')])
  const fs = new FaultFs(undefined, disk)
  const reader = createJournalStore(ROOT, { fs })
  const listed = async (): Promise<[count: number | undefined, opened: number]> => {
    const from = fs.names.length
    const [session] = await reader.messages.list()
    return [session?.messageCount, fs.names.slice(from).filter((name) => name === 'open').length]
  }
  expect([await listed(), await listed()]).toEqual([
    [1, expect.any(Number)],
    [1, 0],
  ])
  await writer.messages.append('s', [user('b')])
  expect(await listed()).toEqual([2, expect.any(Number)])
  await Promise.all([writer.close(), reader.close()])
})

test('what goes by a limit is squeezed beside the record that tells of it, or that call is not waited for', async () => {
  const late = lateFs(new MemoryFs())
  const store = createJournalStore(ROOT, { fs: late.fs, generations: 0, retention: { bytes: 300 } })
  for (const text of ['a', 'b', 'c']) {
    await store.messages.append('s', [user(text.repeat(200))])
    expect(late.underWay()).toBe(0)
  }
  expect((await store.journal.records('s', { types: ['journal.retention'] })).total).toBeGreaterThan(0)
  await store.messages.remove('s')
  await store.close()
  expect(late.overlaps.filter((name) => !together.has(name))).toEqual([])
  expect([late.underWay(), late.openFiles()]).toEqual([0, 0])
})

test('a session that another process has taken is read before the former claim is given up, or its file stays open', async () => {
  const disk = new MemoryFs()
  const late = lateFs(disk)
  let time = 1_000_000
  const first = createJournalStore(ROOT, { fs: late.fs, now: () => time })
  await first.messages.append('s', [user('a')])
  time += 20_000
  const second = createJournalStore(ROOT, { fs: disk, now: () => time })
  await second.messages.append('s', [user('b')])
  const from = late.overlaps.length
  expect((await first.messages.load('s'))?.messages).toHaveLength(2)
  expect([late.overlaps.slice(from), late.underWay(), late.openFiles()]).toEqual([[], 0, 0])
  await Promise.all([first.close(), second.close()])
})

test('a session of exactly the limit is squeezed, or one that is a byte longer is not', async () => {
  const squeezed = async (bytes: number): Promise<number> => {
    const fs = new MemoryFs()
    const store = createJournalStore(ROOT, { fs, now: () => 1000, generations: 0, retention: { bytes } })
    for (const text of ['a', 'b']) await store.messages.append('s', [user(text)])
    const { total } = await store.journal.records('s', { types: ['journal.retention'] })
    await store.close()
    return total === 0 ? fs.bytes(`${ROOT}/s/records.ndjson`)!.length : 0
  }
  const whole = await squeezed(1_000_000)
  expect([whole > 0, await squeezed(whole), await squeezed(whole - 1)]).toEqual([true, whole, 0])
})

test('a single record is squeezed, or a session once and never again', async () => {
  const fs = new MemoryFs()
  await using store = createJournalStore(ROOT, { fs, generations: 0 })
  const totals: number[] = []
  const squeeze = async (): Promise<void> => {
    await store.journal.compact('s')
    totals.push((await store.journal.records('s')).total)
  }
  await store.messages.append('s', [user('a')])
  await squeeze()
  for (const text of ['b', 'c']) await store.messages.append('s', [user(text)])
  await squeeze()
  const first = fs.text(`${ROOT}/s/records.ndjson`)
  await squeeze()
  expect(fs.text(`${ROOT}/s/records.ndjson`)).toBe(first)
  for (const text of ['d', 'e']) await store.messages.append('s', [user(text)])
  await squeeze()
  expect(totals).toEqual([1, 1, 1, 1])
  expect((await store.messages.load('s'))?.messages).toHaveLength(5)
})

test('the first change that a limit keeps out is not on record', async () => {
  await using store = createJournalStore(ROOT, { fs: new MemoryFs(), maxBytes: 300 })
  const dropped = async (): Promise<number> => (await store.journal.records('s', { types: ['journal.dropped'] })).total
  for (const _ of [1, 2]) {
    await expect(store.messages.append('s', [user('x'.repeat(900))])).rejects.toMatchObject({ code: 'too_large' })
    expect(await dropped()).toBe(1)
  }
})

test('an earlier state that is too old is looked for a moment too late, or too early', async () => {
  let time = 1000
  await using store = createJournalStore(ROOT, { fs: new MemoryFs(), now: () => time, retention: { ageMs: 400 } })
  await store.messages.append('s', [user('a')])
  await store.messages.replace('s', [user('b')], { expect: 1 })
  const told: number[] = []
  for (time = 1100; time <= 1500; time += 100) {
    await store.messages.append('s', [user('c')])
    told.push((await store.journal.records('s', { types: ['journal.retention'] })).total)
  }
  expect(told).toEqual([0, 0, 0, 0, 1])
})

test('a write that failed is told before its file is closed, or an earlier state that misses a record is whole', async () => {
  const disk = new MemoryFs()
  let fails = false
  const failing = new FaultFs(undefined, disk)
  failing.open = async (path, flags, mode) => {
    const file = await disk.open(path, flags, mode)
    const sync = (): Promise<void> =>
      fails ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) : file.sync()
    return path.endsWith('/records.ndjson') ? { ...file, sync } : file
  }
  const late = lateFs(failing)
  const store = createJournalStore(ROOT, { fs: late.fs })
  await store.messages.append('s', [user('a')])
  await store.messages.append('s', [user('b')])
  await store.messages.replace('s', [user('c')], { expect: 2 })
  fails = true
  await expect(store.messages.append('s', [user('d')])).rejects.toMatchObject({ code: 'io' })
  expect([late.underWay(), late.openFiles()]).toEqual([0, 0])
  expect(late.overlaps.filter((name) => !together.has(name))).toEqual([])
  await store.close()
  const path = `${ROOT}/s/records.ndjson`
  const lines = disk.text(path)!.split(/(?<=\n)/)
  disk.put(path, lines.toSpliced(1, 1, 'damaged\n').join(''))
  await using again = createJournalStore(ROOT, { fs: disk })
  expect(await again.journal.generations('s')).toMatchObject([{ seq: 1, isWhole: false }])
})

test('a session that cannot be squeezed is told of before its files are closed, or is another one (I10)', async () => {
  const texts = ['a', 'b', 'c']
  const squeezed = async (at: number): Promise<readonly string[]> => {
    const disk = new MemoryFs()
    const writer = createJournalStore(ROOT, { fs: disk })
    for (const text of texts) await writer.messages.append('s', [user(text)])
    await writer.close()
    const failing = new FaultFs({ at, code: 'EIO' }, disk)
    const late = lateFs(failing)
    const store = createJournalStore(ROOT, { fs: late.fs, generations: 0 })
    const [{ status }] = await Promise.allSettled([store.journal.compact('s')])
    const names = [...failing.names]
    // Its claim is what a session keeps open that can be written on.
    expect([at, late.underWay(), late.openFiles()]).toEqual([at, 0, status === 'fulfilled' ? 1 : 0])
    await store.close()
    await using again = createJournalStore(ROOT, { fs: disk })
    const left = (await again.messages.load('s'))?.messages.map(({ raw }) => raw)
    expect([at, left]).toEqual([at, texts.map((text) => user(text).raw)])
    return names
  }
  const names = await squeezed(0)
  const steps = names.flatMap((name, at) => (name === 'rename' || name === 'syncFolder' ? [at + 1] : []))
  expect(steps.length).toBeGreaterThan(5)
  for (const at of steps) await squeezed(at)
})

test('a session that was removed but could not be squeezed comes back under numbers that its removal has used', async () => {
  const failing = new FaultFs(undefined, new MemoryFs())
  const store = createJournalStore(ROOT, { fs: failing })
  await store.messages.append('s', [user('a')])
  await store.messages.append('s', [user('b')])
  await store.messages.replace('s', [user('c')], { expect: 2 })
  await store.messages.append('s', [user('d')])
  const [rename, eio] = [failing.rename, Object.assign(new Error('EIO'), { code: 'EIO' })]
  failing.rename = () => Promise.reject(eio)
  expect(await store.messages.remove('s')).toBe(true)
  failing.rename = rename
  const { seq } = (await store.journal.generations('s')).at(-1)!
  await store.journal.restore('s', seq)
  expect((await store.messages.load('s'))!.messages.map(({ raw }) => raw)).toEqual([user('a').raw, user('b').raw])
  const [restored] = (await store.journal.records('s', { limit: 1, order: 'desc' })).items
  const { changes } = restored!.data as { changes: { session: SessionRow }[] }
  expect(changes[0]!.session).toMatchObject({ revision: 5, floor: 4, nextKey: 5 })
  await store.close()
})

test('a list of sessions that fails, or a store that cannot be closed, throws what the system says', async () => {
  const fs = new FaultFs(undefined, new MemoryFs())
  const store = createJournalStore(ROOT, { fs })
  await store.messages.append('s', [user('a')])
  const { readdir } = fs
  fs.readdir = () => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
  await expect(store.messages.list()).rejects.toMatchObject({ code: 'io', path: ROOT })
  fs.readdir = readdir
  await store.close()
  let isClosing = false
  const failing = new FaultFs(undefined, fs)
  failing.open = async (path, flags, mode) => {
    const file = await fs.open(path, flags, mode)
    const write = (bytes: Uint8Array): Promise<number> =>
      isClosing ? Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' })) : file.write(bytes)
    return { ...file, write }
  }
  const other = createJournalStore(ROOT, { fs: failing })
  await other.messages.append('s', [user('b')])
  isClosing = true
  await expect(other.close()).rejects.toMatchObject({ code: 'io', path: ROOT })
})

test.each([
  [5, 0, 2],
  [5, 20, 2],
  [5, 21, 4],
  [5, 40, 4],
  [5, 41, 6],
  [1, 0, 4],
  [0, 0, 6],
])('with %i earlier states that ended at %i or later another record is the base', (generations, since, base) => {
  const epochs = [0, 0, 1, 1, 2, 2]
  const index = epochs.map((epoch, at) => ({ seq: at + 1, epoch, at: (at + 1) * 10 }) as IndexEntry)
  expect(baseOf(index, { generations, since })).toBe(base)
})

describe('a session of which records are missing', () => {
  const of = { sessionID: 's' }
  const row = { ...of, count: 9, head: 'h', removedAt: null } as SessionRow
  const message = (key: number) => ({ key, place: key, prefix: null, contentDigest: `d${key}` }) as MessageRow
  const saved: Change = { ...of, type: 'session_saved', session: row }
  const added: Change = { ...of, type: 'messages_added', messages: [message(1)] }

  /** The projection of records that each hold some changes, numbered from `first`. */
  function projected(first: number, ...changes: readonly (readonly Change[])[]): SessionProjection {
    const projection = new SessionProjection('s')
    for (const [at, some] of changes.entries()) {
      const frame = { seq: first + at, type: 'x', epoch: 0, token: 1, at: 1, digest: '', crc: '' }
      projection.project({ ...frame, data: { changes: some } })
    }
    projection.settle()
    return projection
  }

  test('is counted as if none were, or one that is whole is counted anew', () => {
    const counted = (first: number): number | undefined =>
      projected(first, [saved], [added]).state.sessions.get('s')?.row.count
    expect([counted(1), counted(2)]).toEqual([9, 1])
    const later = projected(1, [saved])
    later.epoch = 4
    later.reset()
    expect([later.epoch, later.state.sessions.get('s')]).toEqual([0, undefined])
  })

  test('is removed and comes back, has no lease, or fails for a change of what is not there', () => {
    const removed: Change = { ...of, type: 'session_removed', session: { ...row, removedAt: 5 } }
    const gone = projected(2, [removed])
    expect(gone.state.tombstones.get('s')).toMatchObject({ removedAt: 5 })
    gone.project({ seq: 3, type: RESTORED_TYPE, epoch: 0, token: 1, at: 1, digest: '', crc: '', data: { changes: [] } })
    expect(gone.state.tombstones.get('s')).toBeUndefined()
    const lease: Change = { ...of, type: 'lease_saved', lease: { owner: 'o', token: 3, expiresAt: 9 } }
    expect(projected(2, [lease]).state.leases.get('s')).toMatchObject({ token: 3 })
    const part: Change = { ...of, type: 'part_saved', part: { callId: 'c', occurrence: 0 } as PartRow }
    expect(projected(2, [part]).state.sessions.get('s')).toBeUndefined()
    const places = [
      [1, null],
      [7, 3],
    ] as const
    const placed = projected(2, [saved], [added], [{ ...of, type: 'messages_placed', places }])
    const session = placed.state.sessions.get('s')!
    expect([[...session.messages], session.order, session.row.count]).toEqual([
      [[1, { ...message(1), place: null }]],
      [],
      0,
    ])
  })
})

test('one session that cannot be read hides all others, or is left out in silence', async () => {
  const fs = new FaultFs(undefined, new MemoryFs())
  let time = 0
  const writer = createJournalStore(ROOT, { fs, now: () => ++time })
  for (const id of ['a', 'b', 'c']) {
    await writer.messages.append(id, [user(id)])
    await writer.turns.begin(id, {})
    await writer.state.set(id, 'k', id)
  }
  await writer.close()
  const open = fs.open.bind(fs)
  fs.open = async (path, flags, mode) => {
    if (path.startsWith(`${ROOT}/b/`)) throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    return open(path, flags, mode)
  }
  const told: (string | undefined)[] = []
  const refused = createJournalStore(ROOT, {
    fs,
    onUnreadable(error) {
      throw error
    },
  })
  const store = createJournalStore(ROOT, { fs, onUnreadable: ({ sessionID }) => told.push(sessionID) })
  const ids = (found: readonly { readonly sessionID: string }[]): string[] => found.map(({ sessionID }) => sessionID)
  await expect(refused.messages.list()).rejects.toMatchObject({ code: 'read_only', sessionID: 'b' })
  await expect(refused.turns.pending()).rejects.toMatchObject({ code: 'read_only', sessionID: 'b' })
  const listed = await store.messages.list()
  expect(ids(listed)).toEqual(['c', 'a', 'b'])
  expect(listed.map(({ unreadable }) => unreadable?.code)).toEqual([undefined, undefined, 'read_only'])
  expect(await store.messages.newest(2)).toEqual({ total: 3, sessions: listed.slice(0, 2) })
  expect(ids(await store.turns.pending())).toEqual(['a', 'c'])
  expect(ids(await store.statesNamed('', 'k'))).toEqual(['a', 'c'])
  expect(told).toEqual(['b', 'b', 'b', 'b'])
  await expect(store.messages.load('b')).rejects.toMatchObject({ code: 'read_only' })
  await Promise.all([refused.close(), store.close()])
})

test('a session that no answer can name is left out without a warning, or with one at every call', async () => {
  const fs = new MemoryFs()
  const writer = createJournalStore(ROOT, { fs })
  for (const id of ['a', 'b']) await writer.turns.begin(id, { input: 'secret' })
  await writer.close()
  await fs.unlink(join(ROOT, 'b', 'records.ndjson'))
  const warn = vi.spyOn(process, 'emitWarning').mockReturnValue()
  onTestFinished(() => warn.mockRestore())
  const store = createJournalStore(ROOT, { fs })
  onTestFinished(() => store.close())
  expect(await store.messages.list()).toMatchObject([
    { sessionID: 'a' },
    { sessionID: 'b', unreadable: { code: 'corrupt' } },
  ])
  expect(warn).not.toHaveBeenCalled()
  for (let turn = 0; turn < 2; turn += 1)
    expect((await store.turns.pending()).map(({ sessionID }) => sessionID)).toEqual(['a'])
  expect(warn.mock.calls).toEqual([
    [expect.stringContaining('Session "b" was left out.'), expect.objectContaining({ code: 'corrupt' })],
  ])
  const target = createMemoryStore()
  await expect(copyStore(store, target)).rejects.toMatchObject({ code: 'corrupt', sessionID: 'b' })
  expect(await target.messages.list()).toEqual([])
})
