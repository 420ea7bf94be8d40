import { readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { createJournalStore, type JournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { open, records, textsOf, user, write } from './journal-on-disk.ts'
import { tempFolder } from '../files/temp-folder.ts'

describe('a journal store', () => {
  test('files can be read by others', async () => {
    const folder = tempFolder()
    await write(folder, ['a'])
    for (const name of readdirSync(join(folder, 's')))
      expect(statSync(join(folder, 's', name)).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 's')).mode & 0o777).toBe(0o700)
  })

  test('a change above the cap is stored, or dropped in silence', async () => {
    const folder = tempFolder()
    const store = open(folder, { maxBytes: 2000 })
    await store.messages.append('s', [user('small')])
    for (let turn = 0; turn < 3; turn += 1)
      await expect(store.messages.append('s', [user('x'.repeat(3000))])).rejects.toMatchObject({ code: 'too_large' })
    expect(await textsOf(store)).toEqual(['small'])
    const { items } = await store.journal.records('s')
    expect(items.map(({ type }) => type)).toEqual(['messages_added', 'journal.dropped'])
  })

  test('a removed session is still on the disk', async () => {
    const folder = tempFolder()
    const store = open(folder, { segmentBytes: 300 })
    for (const text of ['secret one', 'secret two', 'secret three']) await store.messages.append('s', [user(text)])
    expect(await store.messages.remove('s')).toBe(true)
    expect(await store.messages.load('s')).toBeNull()
    expect(await store.messages.list()).toEqual([])
    const all = readdirSync(join(folder, 's'), { withFileTypes: true }).filter((entry) => entry.isFile())
    for (const { name } of all) expect(readFileSync(join(folder, 's', name), 'utf8')).not.toContain('secret')
    await store.messages.append('s', [user('new life')])
    await store.close()
    expect(await textsOf(open(folder))).toEqual(['new life'])
    expect(await recoverJournal(folder)).toMatchObject({ recovered: [{ state: 'clean' }] })
  })

  test('a compaction changes what the store answers', async () => {
    const folder = tempFolder()
    const store = open(folder, { segmentBytes: 2000, generations: 1 })
    let revision = 0
    for (let index = 0; index < 12; index += 1) revision = await store.messages.append('s', [user(`text ${index}`)])
    await store.parts.record('s', { callId: 'c', name: 'read', status: 'completed', output: 'o' })
    await store.turns.begin('s', { turnID: 't', input: 'q' })
    await store.messages.replace('s', [user('summary')], { expect: revision })
    await store.messages.append('s', [user('after')])
    const before = await everything(store)
    const total = (await store.journal.records('s')).total
    await store.journal.compact('s')
    expect((await store.journal.records('s')).total).toBeLessThan(total)
    expect(await everything(store)).toEqual(before)
    await store.journal.compact('s')
    await store.close()
    const again = open(folder)
    expect(await everything(again)).toEqual(before)
    await again.messages.append('s', [user('more')])
    expect(await recoverJournal(folder, { sessionID: 's' })).toMatchObject({ recovered: [{ state: 'busy' }] })
    expect(await textsOf(again)).toEqual(['summary', 'after', 'more'])
  })

  test('an earlier state cannot be restored, or only before a compaction', async () => {
    const folder = tempFolder()
    const store = open(folder, { generations: 2 })
    let revision = 0
    for (const turn of ['one', 'two', 'three', 'four']) {
      revision = await store.messages.append('s', [user(`${turn} a`), user(`${turn} b`)])
      revision = await store.messages.replace('s', [user(`summary of ${turn}`)], { expect: revision })
    }
    await store.journal.compact('s')
    const generations = await store.journal.generations('s')
    expect(generations.length).toBeGreaterThanOrEqual(2)
    await store.journal.restore('s', generations[0]!.seq)
    expect(await textsOf(store)).toEqual(['summary of three', 'four a', 'four b'])
    await expect(store.messages.append('s', [user('late')], { expect: revision })).rejects.toMatchObject({
      code: 'stale_revision',
    })
    await store.messages.append('s', [user('on')])
    await store.close()
    const again = open(folder)
    expect(await textsOf(again)).toEqual(['summary of three', 'four a', 'four b', 'on'])
    await expect(again.journal.restore('s', 10_000)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a state in which the session held nothing is restored', async () => {
    const store = open(tempFolder(), { durability: 'none' })
    await store.leases.acquire('s', { owner: 'me', ttlMs: 60_000 })
    await store.messages.append('s', [user('a')])
    for (const seq of [1, 3]) {
      await expect(store.journal.restore('s', seq)).rejects.toMatchObject({
        code: 'not_found',
        message: expect.stringContaining(`held nothing behind record ${seq}.`) as string,
      })
      await store.messages.remove('s')
    }
    expect(await store.messages.load('s')).toBeNull()
  })

  test('an earlier state gets numbers that were given before, or takes a lease with it', async () => {
    let time = 1000
    const store = open(tempFolder(), { durability: 'none', now: () => time })
    await store.leases.acquire('s', { ttlMs: 10 })
    await store.messages.append('s', [user('a'), user('b')])
    await store.messages.replace('s', [user('c')], { expect: 1 })
    await store.messages.append('s', [user('d')])
    time += 50
    await store.leases.acquire('s', { owner: 'of today', ttlMs: 60_000 })
    const [{ seq } = { seq: 0 }] = await store.journal.generations('s')
    await store.journal.restore('s', seq)
    const { items } = await store.journal.records('s', { limit: 1, order: 'desc' })
    const { changes, of } = items[0]!.data as { of: number; changes: { type: string; session?: object }[] }
    expect([of, items[0]!.epoch, changes.map(({ type }) => type)]).toEqual([
      seq,
      2,
      ['session_saved', 'messages_added'],
    ])
    expect(changes[0]!.session).toMatchObject({
      revision: 4,
      floor: 3,
      epoch: 2,
      nextKey: 5,
      count: 2,
      createdAt: 1000,
      updatedAt: 1050,
      removedAt: null,
    })
    expect(await textsOf(store)).toEqual(['a', 'b'])
    expect(await store.leases.holder('s')).toMatchObject({ by: 'of today' })
  })

  test('what is left on both sides of a hole cannot be read, or not be written on', async () => {
    const folder = tempFolder()
    await write(folder, ['a', 'b', 'c'])
    const [first, , third] = readFileSync(records(folder), 'utf8').split('\n')
    writeFileSync(records(folder), `${first}\n${'#'.repeat(40)}\n${third}\n`)
    const store = open(folder)
    expect(await textsOf(store)).toEqual(['a', 'c'])
    await store.messages.append('s', [user('d')])
    await store.close()
    expect(await recoverJournal(folder, { apply: true })).toMatchObject({
      recovered: [{ state: 'needs_review', gaps: [{ after: 1, before: 3 }] }],
    })
    expect(await textsOf(open(folder))).toEqual(['a', 'c', 'd'])
  })

  test('what was taken out on purpose comes back when the record of it is lost (I14)', async () => {
    const folder = tempFolder()
    const store = createJournalStore(folder)
    const revision = await store.messages.append('s', [user('taken back')])
    await store.messages.replace('s', [user('clean')], { expect: revision })
    await store.messages.append('s', [user('later')])
    await store.close()
    const [first, , third] = readFileSync(records(folder), 'utf8').split('\n')
    writeFileSync(records(folder), `${first}\n${third}\n`)
    expect(await textsOf(open(folder))).toEqual(['later'])
  })

  test('a second store writes beside the first, or cannot read', async () => {
    const folder = tempFolder()
    const first = open(folder)
    await first.messages.append('s', [user('a')])
    const second = open(folder)
    expect(await textsOf(second)).toEqual(['a'])
    await expect(second.messages.append('s', [user('b')])).rejects.toMatchObject({ code: 'locked' })
    await first.messages.append('s', [user('b')])
    expect(await textsOf(second)).toEqual(['a', 'b'])
    await first.close()
    await second.messages.append('s', [user('c')])
    expect(await textsOf(second)).toEqual(['a', 'b', 'c'])
  })

  test('an idle writer keeps the session for ever, or goes on with an old state', async () => {
    const folder = tempFolder()
    let time = 1_000_000
    const first = open(folder, { now: () => time })
    const second = open(folder, { now: () => time })
    await first.messages.append('s', [user('a')])
    time += 20_000
    await second.messages.append('s', [user('b')])
    await expect(first.messages.append('s', [user('lost')])).rejects.toMatchObject({ code: 'locked' })
    time += 20_000
    await first.messages.append('s', [user('c')])
    expect(await textsOf(first)).toEqual(['a', 'b', 'c'])
    expect(await textsOf(second)).toEqual(['a', 'b', 'c'])
  })

  test('a link in the place of a session leads out of the root', async () => {
    const folder = tempFolder()
    const outside = tempFolder()
    await write(outside, ['secret'])
    symlinkSync(join(outside, 's'), join(folder, 's'))
    const store = open(folder)
    await expect(store.messages.load('s')).rejects.toMatchObject({ code: 'foreign_file' })
    await expect(store.messages.append('s', [user('x')])).rejects.toMatchObject({ code: 'foreign_file' })
    // A path as an id is a name like any other.
    await store.messages.append('../s', [user('x')])
    expect((await store.messages.list()).map(({ sessionID }) => sessionID)).toEqual(['../s'])
    expect(readdirSync(outside)).toEqual(['s'])
    await store.messages.remove('../s')
    expect(await store.messages.list()).toEqual([])
    expect(await recoverJournal(folder, { sessionID: 's', apply: true })).toMatchObject({
      recovered: [{ state: 'failed' }],
    })
  })

  test('a record of a newer version is dropped, or stops the session', async () => {
    const folder = tempFolder()
    const { SessionLog } = await import('../../src/journal/session-log.ts')
    const { SessionCursor } = await import('../../src/journal/session-cursor.ts')
    const { nodeFs } = await import('../../src/files/node-fs.ts')
    await write(folder, ['a'])
    const settings = { durability: 'none', segmentBytes: 1e6, maxFrameBytes: 1e6, idleMs: 1000 } as const
    const nobody = { take: () => undefined, reset: () => undefined }
    const log = await SessionLog.open('s', new SessionCursor(nodeFs, join(folder, 's')), nobody, {
      fs: nodeFs,
      now: Date.now,
      ...settings,
    })
    await log.append({ type: 'future', epoch: 0, dataText: '{"a":1}' })
    await log.append({
      type: 'messages_moved',
      epoch: 0,
      dataText: '{"changes":[{"type":"messages_moved","sessionID":"s"}]}',
    })
    await log.close()
    const store = open(folder)
    await store.messages.append('s', [user('b')])
    expect(await textsOf(store)).toEqual(['a', 'b'])
    expect((await store.journal.record('s', 2)).data).toEqual({ a: 1 })
  })

  test('one index line that cannot be written shifts all that follow', async () => {
    const folder = tempFolder()
    const { FaultFs } = await import('../files/fault-fs.ts')
    const { nodeFs } = await import('../../src/files/node-fs.ts')
    const fs = new FaultFs()
    const openFile = fs.open.bind(fs)
    fs.open = async (path, flags, mode) => {
      if (path.endsWith('index.ndjson') && flags === 'a') throw Object.assign(new Error('EIO'), { code: 'EIO' })
      return openFile(path, flags, mode)
    }
    await write(folder, ['a', 'b', 'c'], { fs })
    const store = open(folder, { fs: nodeFs })
    const third = await store.journal.record('s', 3)
    expect(JSON.stringify(third.data)).toContain(String.raw`\"c\"`)
  })
})

/** Everything that can be asked of a store about one session. */
async function everything(store: JournalStore): Promise<unknown> {
  return [
    await store.messages.load('s'),
    await store.messages.list(),
    await store.parts.list('s'),
    await store.turns.pending(),
    await store.state.list('s'),
  ]
}
