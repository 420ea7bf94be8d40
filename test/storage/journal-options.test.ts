import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createJournalStore, type JournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { resolveJournalOptions } from '../../src/storage/journal/journal-options.ts'
import { prefixDigests } from '../../src/storage/prefix-digests.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { lateFs } from '../files/late-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'

describe('options of a journal', () => {
  const least = {
    segmentBytes: 1,
    generations: 0,
    maxBytes: 1,
    idleMs: 1,
    maxOpenSessions: 1,
  }
  const wordsOf = (options: object): unknown => {
    try {
      return resolveJournalOptions(options)
    } catch (error) {
      return `${Object(error).code} ${String(error)}`
    }
  }

  test('have other defaults, or are not what was given', () => {
    const most = Number.MAX_SAFE_INTEGER
    const { fs, now, ...rest } = resolveJournalOptions({})
    expect(Math.abs(now() - Date.now())).toBeLessThan(60_000)
    expect(() => resolveJournalOptions({ now: () => -1 }).now()).toThrow('tells -1')
    expect(fs).toBeDefined()
    expect(rest).toEqual({
      durability: 'commit',
      segmentBytes: 67_108_864,
      generations: 3,
      retainBytes: most,
      retainMs: most,
      maxBytes: most,
      idleMs: 10_000,
      maxOpenSessions: 128,
      maxFrameBytes: 134_217_728,
    })
    for (const durability of ['commit', 'interval', 'none'] as const)
      expect(resolveJournalOptions({ durability })).toMatchObject({ durability })
    expect(resolveJournalOptions({ ...least, retention: { bytes: 1, ageMs: 0 } })).toMatchObject({
      ...least,
      retainBytes: 1,
      retainMs: 0,
    })
  })

  test.each([[''], ['a\0b'], [undefined as unknown as string]])('leave %j as the folder of the sessions', (folder) => {
    expect(() => createJournalStore(folder)).toThrow('It takes the path of a folder.')
  })

  test('below the least, or of another kind, are taken', () => {
    for (const [name, value] of Object.entries(least))
      for (const wrong of [value - 1, 1.5, Number.NaN, '9'])
        expect(wordsOf({ [name]: wrong })).toMatch(
          new RegExp(`^invalid_options .* option ${name}: .* takes a whole number from ${value}\\.`),
        )
    expect(wordsOf({ retention: { bytes: 0 } })).toContain('retention.bytes: 0. It takes a whole number from 1.')
    expect(wordsOf({ retention: { ageMs: -1 } })).toContain('retention.ageMs: -1. It takes a whole number from 0.')
    expect(wordsOf({ durability: '' })).toMatch(/^invalid_options .*commit, interval, none/)
  })
})

test.each([
  ['interval', 200, 1],
  ['commit', 0, 0],
  ['none', 0, 0],
] as const)('durability %s syncs too late, too often, or after the store is closed', async (durability, ms, syncs) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const fs = new FaultFs(undefined, new MemoryFs())
  const store = createJournalStore('/root/sessions', { fs, durability })
  const say = (content: string): Promise<number> => store.messages.append('s', [{ raw: { role: 'user', content } }])
  const syncsAfter = async (time: number): Promise<number> => {
    const from = fs.names.length
    await vi.advanceTimersByTimeAsync(time)
    return fs.names.slice(from).filter((name) => name === 'fsync').length
  }
  for (const _ of [1, 2]) {
    await say('one')
    await say('two')
    expect(vi.getTimerCount()).toBe(syncs)
    expect([await syncsAfter(Math.max(0, ms - 1)), await syncsAfter(1), await syncsAfter(1000)]).toEqual([0, syncs, 0])
  }
  await say('three')
  await store.close()
  expect([vi.getTimerCount(), await syncsAfter(1000)]).toEqual([0, 0])
})

describe('a session that had to make room', () => {
  const say = (store: JournalStore, id: string): Promise<number> =>
    store.messages.append(id, [{ raw: { role: 'user', content: 'x' } }])

  test.each([
    [1, undefined],
    [2, 'locked'],
  ])('is kept from others, or one that need not is not (%i open)', async (maxOpenSessions, code) => {
    const fs = new MemoryFs()
    const [store, other] = [1, 2].map(() => createJournalStore('/root/sessions', { fs, maxOpenSessions })) as [
      JournalStore,
      JournalStore,
    ]
    for (const id of ['a', 'b']) await say(store, id)
    const told = await say(other, 'a').catch((error: { code: string }) => error.code)
    expect(told).toBe(code ?? 2)
    await other.close()
    expect(await say(store, 'a')).toBe(code === undefined ? 3 : 2)
    await store.close()
    await expect(say(store, 'a')).rejects.toMatchObject({ code: 'closed' })
    await expect(store.messages.list()).rejects.toMatchObject({ code: 'closed' })
  })

  test('is written while its former claim is still being given back', async () => {
    const disk = new MemoryFs()
    const slow = new FaultFs(undefined, disk)
    slow.rename = async (from, to) => {
      for (let left = to.endsWith('manifest.json') ? 50 : 0; left > 0; left -= 1) await new Promise(setImmediate)
      await disk.rename(from, to)
    }
    const store = createJournalStore('/root/sessions', { fs: slow, maxOpenSessions: 1 })
    expect(await Promise.all(['a', 'b', 'a', 'b', 'a'].map((id) => say(store, id)))).toEqual([1, 1, 2, 2, 3])
    await store.close()
  })

  test('is opened while it is still being closed, or left open', async () => {
    const late = lateFs(new MemoryFs())
    const store = createJournalStore('/root/sessions', { fs: late.fs, maxOpenSessions: 1 })
    const ids = ['a', 'b', 'a', 'b', 'c', 'a']
    expect(await Promise.all(ids.map((id) => say(store, id)))).toEqual([1, 1, 2, 2, 1, 3])
    await store.close()
    expect([late.underWay(), late.openFiles()]).toEqual([0, 0])
  })

  test('is opened for a beginning that is not its own', async () => {
    const fs = new MemoryFs()
    const store = createJournalStore('/root/sessions', { fs, maxOpenSessions: 1 })
    const said = (content: string) => ({ raw: { role: 'user', content } })
    for (const id of ['a', 'b', 'c']) await store.messages.append(id, [said(id)])
    await store.messages.list()
    const open = vi.spyOn(fs, 'open')
    expect((await store.messages.findByPrefix(prefixDigests([said('a').raw])))?.sessionID).toBe('a')
    expect(open.mock.calls.filter(([path]) => /sessions\/[bc]\/records/.test(path))).toEqual([])
    await store.close()
  })
})
