import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { Chain } from '../../src/journal/chain.ts'
import { withoutObsolete } from '../../src/journal/compaction.ts'
import { digestAfter, type Frame } from '../../src/journal/frame.ts'
import type { IndexEntry } from '../../src/journal/index-entry.ts'
import { listSegments } from '../../src/journal/list-segments.ts'
import { readIndex } from '../../src/journal/read-index.ts'
import { sealedName } from '../../src/journal/segments.ts'
import { SessionCursor } from '../../src/journal/session-cursor.ts'
import type { Durability, SessionLog } from '../../src/journal/session-log.ts'
import { walkSegment } from '../../src/journal/walk-segment.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { lateFs } from '../files/late-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { now, openLog, readTexts, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

const note = { type: 'note', epoch: 0, dataText: '"x"' } as const
const append = (log: SessionLog): Promise<unknown> => log.append(note)

/** How often a piece of work syncs a file and a folder. */
async function syncsOf(fs: FaultFs, work: () => Promise<unknown>): Promise<[files: number, folders: number]> {
  const from = fs.names.length
  await work()
  const names = fs.names.slice(from)
  return [names.filter((name) => name === 'fsync').length, names.filter((name) => name === 'syncFolder').length]
}

describe('an append', () => {
  // The first also writes the manifest, which is replaced durably: one file and one folder.
  const rows: readonly [Durability, first: [number, number], second: [number, number], sync: [number, number]][] = [
    ['commit', [2, 3], [1, 0], [0, 0]],
    ['interval', [1, 1], [0, 0], [1, 0]],
    ['none', [1, 1], [0, 0], [1, 0]],
  ]
  test.each(rows)('with durability %s syncs more or less than it promises (I8)', async (durability, ...expected) => {
    const fs = new FaultFs(undefined, new MemoryFs())
    const log = await openLog(fs, 's', { durability })
    const first = await syncsOf(fs, () => append(log))
    const second = await syncsOf(fs, () => append(log))
    expect([first, second, await syncsOf(fs, () => log.sync())]).toEqual(expected)
    await log.close()
  })

  test('is told to be durable before it is, where that was asked for later (I8)', async () => {
    const { fs, underWay } = lateFs(new MemoryFs())
    const log = await openLog(fs, 's', { durability: 'interval' })
    await append(log)
    await append(log)
    await log.sync()
    expect(underWay()).toBe(0)
    await log.close()
  })

  test('that opens the next segment does not make the name of it durable', async () => {
    const fs = new FaultFs(undefined, new MemoryFs())
    const log = await openLog(fs, 's', { segmentBytes: 1 })
    await append(log)
    const [files, folders] = await syncsOf(fs, () => append(log))
    // The record, the name of the full segment, the empty one, the folder and its parent; and the manifest.
    expect([files, folders]).toEqual([3, 5])
    await log.close()
  })

  /** A session whose next sync of records fails, and whose claim is gone where `isFenced`. */
  async function failing(
    isFenced: boolean,
  ): Promise<{ readonly fs: MemoryFs; readonly log: SessionLog; readonly steps: string[] }> {
    const fs = new MemoryFs()
    const steps: string[] = []
    const open = fs.open.bind(fs)
    let fails = false
    fs.open = async (path, flags, mode) => {
      const file = await open(path, flags, mode)
      if (path !== recordsPath('s')) return file
      const sync = async (): Promise<void> => {
        if (fails) throw Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
        await file.sync()
      }
      const truncate = async (length: number): Promise<void> => {
        for (let turn = 0; turn < 20; turn += 1) await undefined
        await file.truncate(length)
        steps.push('taken back')
      }
      return { ...bound(file), sync, truncate }
    }
    const log = await openLog(fs, 's')
    await append(log)
    fails = true
    const claim = fs.paths().find((path) => path.includes('/writer.'))!
    if (isFenced) await fs.unlink(claim)
    return { fs, log, steps }
  }
  const bound = <T extends object>(file: T): T =>
    new Proxy(file, {
      ownKeys: () => methods,
      getOwnPropertyDescriptor: (target, key) => ({
        value: (Reflect.get(target, key) as (...given: unknown[]) => unknown).bind(target),
        enumerable: true,
        configurable: true,
      }),
    })
  const methods = ['read', 'readAt', 'write', 'stat', 'chmod', 'chown', 'setMtime', 'truncate', 'sync', 'close']

  test('that could not be made durable stays in the file, or the log goes on (I8)', async () => {
    const { fs, log, steps } = await failing(false)
    await append(log).catch(({ code }) => steps.push(`told ${code}`))
    expect(steps).toEqual(['taken back', 'told ENOSPC'])
    expect(log.isBroken).toBe(true)
    await expect(append(log)).rejects.toMatchObject({ code: 'damaged' })
    expect(await readTexts(fs, 's')).toEqual(['x'])
  })

  test.each<[isTakenBack: boolean, isFenced: boolean, isBroken: boolean]>([
    [true, false, false],
    [false, false, true],
    [true, true, true],
  ])(
    'that the disk refuses (taken back: %j, behind another writer: %j) leaves a log that says otherwise than %j that it is broken',
    async (isTakenBack, isFenced, isBroken) => {
      const full = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })
      const fs = new MemoryFs()
      const open = fs.open.bind(fs)
      let fails = false
      fs.open = async (path, flags, mode) => {
        const file = await open(path, flags, mode)
        if (path !== recordsPath('s')) return file
        const write = async (bytes: Uint8Array): Promise<number> => {
          if (fails) throw full
          return file.write(bytes)
        }
        const truncate = async (length: number): Promise<void> => {
          if (!isTakenBack) throw full
          await file.truncate(length)
        }
        return { ...bound(file), write, truncate }
      }
      const log = await openLog(fs, 's')
      await append(log)
      if (isFenced) await (await open(recordsPath('s'), 'a')).write(Buffer.from('x'))
      fails = true
      await expect(append(log)).rejects.toMatchObject({ code: isFenced ? 'fenced' : 'ENOSPC' })
      expect(log.isBroken).toBe(isBroken)
      fails = false
      const next = await append(log).then(
        () => 'taken',
        ({ code }: { readonly code: string }) => code,
      )
      expect(next).toBe(isBroken ? 'damaged' : 'taken')
    },
  )

  test('that failed on the disk and on the claim names the claim, or takes back what a successor may have read (I15)', async () => {
    const { fs, log } = await failing(true)
    await expect(append(log)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await readTexts(fs, 's')).toEqual(['x', 'x'])
  })
})

describe('a reader', () => {
  const takerOf = (entries: IndexEntry[]) => ({
    take: (entry: IndexEntry) => void entries.push(entry),
    reset: () => void entries.splice(0),
  })
  async function threeRecords(): Promise<{ readonly fs: MemoryFs; readonly entries: readonly IndexEntry[] }> {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one', 'two', 'three'])
    const entries: IndexEntry[] = []
    await new SessionCursor(fs, join(ROOT, 's')).advance(takerOf(entries))
    return { fs, entries }
  }

  test.each([0, 1, 2])('that goes on behind record %i reads another one next, or begins anew', async (at) => {
    const { fs, entries } = await threeRecords()
    const cursor = new SessionCursor(fs, join(ROOT, 's'))
    expect(await cursor.resume(entries[at]!, at + 1)).toBe(true)
    expect([cursor.chain.seq, cursor.chain.records]).toEqual([at + 1, at + 1])
    const behind: IndexEntry[] = []
    await cursor.advance(takerOf(behind))
    expect(behind).toEqual(entries.slice(at + 1))
    expect(cursor.chain.gaps).toEqual([])
  })

  test.each<[string, (fs: MemoryFs, last: IndexEntry) => IndexEntry]>([
    ['a place where no line begins', (_, last) => ({ ...last, offset: last.offset + 1 })],
    ['a record with another checksum', (_, last) => ({ ...last, crc: '00000000' })],
    ['a place behind the end', (_, last) => ({ ...last, offset: last.offset + 10_000 })],
    ['a segment that is gone', (fs, last) => (fs.put(recordsPath('s'), ''), last)],
  ])('trusts an index that names %s (I13)', async (_, change) => {
    const { fs, entries } = await threeRecords()
    const cursor = new SessionCursor(fs, join(ROOT, 's'))
    expect(await cursor.resume(change(fs, entries[2]!), 3)).toBe(false)
  })
})

describe('a recovery', () => {
  const claim = join(ROOT, 's', 'writer.900.json')
  test.each([
    ['takes a session from a writer elsewhere that has just given a sign of life', 599_999, 'busy'],
    ['waits for ever for a writer elsewhere', 600_000, 'recovered'],
    ['waits for ever for a writer elsewhere', 6_000_000, 'recovered'],
    ['takes a session from a writer whose clock is a little ahead', -599_999, 'busy'],
    ['waits for a clock that is far ahead', -600_000, 'recovered'],
  ])('%s (%i ms)', async (_, silent, state) => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one'])
    fs.put(claim, JSON.stringify({ host: 'elsewhere', bootId: 'b', pid: 1, startTime: '1' }))
    fs.put(recordsPath('s'), `${fs.text(recordsPath('s'))}{"torn`)
    const { mtimeMs } = await fs.lstat(claim)
    const later = { apply: true, now: () => mtimeMs + silent }
    expect((await recoverOne(fs, 's', later)).state).toBe(state)
    expect(fs.text(recordsPath('s'))!.endsWith('{"torn')).toBe(state === 'busy')
  })

  test.each([
    ['first', 0],
    ['last closed', -1],
  ])('forgets what stands at the end of the %s segment', async (_, at) => {
    const fs = new MemoryFs()
    const texts = Array.from({ length: 12 }, (_unused, index) => `text ${index}`)
    await writeSession(fs, 's', texts, { segmentBytes: 300 })
    const sealed = fs
      .paths()
      .filter((path) => /\/records\..+\.ndjson$/.test(path))
      .sort()
    expect(sealed.length).toBeGreaterThan(2)
    expect(sealed).toContain(join(ROOT, 's', sealedName(1)))
    const path = sealed.at(at)!
    const whole = fs.text(path)!
    fs.put(path, `${whole}rubbish\n\n`)
    expect(await recoverOne(fs, 's', { mode: 'tail' })).toMatchObject({ state: 'failed', error: { code: 'damaged' } })
    const applied = await recoverOne(fs, 's', { apply: true })
    expect(applied).toMatchObject({ state: 'recovered', records: 12, quarantinedBytes: 8, droppedTailBytes: 0 })
    expect(fs.text(path)).toBe(`${whole}\n`)
    expect(await readTexts(fs, 's')).toEqual(texts)
    expect(await recoverOne(fs, 's', { apply: true, now })).toMatchObject({ state: 'clean', quarantinedBytes: 0 })
  })
})

test('a snapshot that is too large makes a session unwritable, or changes it', async () => {
  const fs = new MemoryFs()
  const log = await openLog(fs, 's', { maxFrameBytes: 2000 })
  const base = await log.append(note)
  const before = fs.text(recordsPath('s'))
  const draft = { base, digest: digestAfter(base), dataText: JSON.stringify('x'.repeat(3000)) }
  const taker = { take: () => undefined, reset: () => undefined }
  // Neither a higher limit nor a compaction helps: there is none, and this was one.
  await expect(log.compact(draft, taker)).rejects.toMatchObject({
    code: 'too_large',
    message: expect.stringMatching(/cannot be squeezed\. It goes on as it is/),
  })
  expect([fs.text(recordsPath('s')), log.isBroken]).toEqual([before, false])
  await log.append(note)
  await log.close()
})

test('records that did not reach the disk are squeezed as if they had', async () => {
  const fs = new MemoryFs()
  const failing = new FaultFs(undefined, fs)
  failing.open = async (path, flags, mode) => {
    const file = await fs.open(path, flags, mode)
    const sync = (): Promise<void> => Promise.reject(Object.assign(new Error('EIO'), { code: 'EIO' }))
    return path === recordsPath('s') ? { ...file, sync } : file
  }
  const log = await openLog(failing, 's', { durability: 'none' })
  const base = (await append(log)) as Frame
  await append(log)
  const before = fs.text(recordsPath('s'))
  const taker = { take: () => undefined, reset: () => undefined }
  const squeezed = log.compact({ base, digest: digestAfter(base), dataText: '"one"' }, taker)
  await expect(squeezed).rejects.toMatchObject({ code: 'EIO' })
  expect(fs.text(recordsPath('s'))).toBe(before)
})

test('an active segment that is still empty makes the ones before it obsolete', async () => {
  const fs = new MemoryFs()
  const log = await openLog(fs, 's', { segmentBytes: 1 })
  for (const _ of [1, 2, 3]) await log.append(note)
  await log.close()
  const folder = dirname(recordsPath('s'))
  const before = await listSegments(fs, folder)
  fs.put(recordsPath('s'), '')
  const segments = await listSegments(fs, folder)
  expect((await withoutObsolete(fs, segments)).map(({ name }) => name)).toEqual(before.map(({ name }) => name))
  expect(before).toHaveLength(3)
})

test.each([
  ['{"crc":"x"}', 'checksum'],
  ['{"digest":"x"}', 'checksum'],
  ['{"seq":1}', 'foreign'],
])('the line %s is set aside for another reason', async (line, reason) => {
  const fs = new MemoryFs()
  fs.put('/records.ndjson', `${line}\n`)
  const reasons: unknown[] = []
  for await (const pieces of walkSegment(fs, '/records.ndjson', new Chain()))
    for (const piece of pieces) reasons.push(piece.kind === 'set_aside' ? piece.reason : piece.kind)
  expect(reasons).toEqual([reason])
})

test('a log whose claim is gone says that it is current', async () => {
  const fs = new MemoryFs()
  let time = now()
  const log = await openLog(fs, 's', { now: () => time })
  time += 5000
  expect(await log.isCurrent()).toBe(true)
  await fs.unlink(join(ROOT, 's', 'writer.1.json'))
  time += 5000
  expect(await log.isCurrent()).toBe(false)
  expect(log.isBroken).toBe(true)
})

test('a reader of a session at rest looks again and again', async () => {
  const fs = new FaultFs(undefined, new MemoryFs())
  await writeSession(fs, 's', ['one', 'two'])
  const cursor = new SessionCursor(fs, join(ROOT, 's'))
  const taken: number[] = []
  const taker = { take: ({ seq }: IndexEntry) => void taken.push(seq), reset: () => undefined }
  const looks = async (): Promise<number> => {
    const from = fs.names.length
    await cursor.advance(taker)
    return fs.names.slice(from).filter((name) => name === 'readdir').length
  }
  expect([await looks(), await looks(), taken]).toEqual([1, 1, [1, 2]])
})

test.each(['', '\n', '\r\n\n'])('an active segment that holds %j takes the place of a full one', async (blank) => {
  const fs = new MemoryFs()
  const small = { segmentBytes: 1 }
  await writeSession(fs, 's', ['one', 'two'], small)
  await fs.rename(recordsPath('s'), join(ROOT, 's', sealedName(2)))
  fs.put(recordsPath('s'), blank)
  await writeSession(fs, 's', ['three', 'four', 'five'], small)
  expect(await readTexts(fs, 's')).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect((await readIndex(fs, join(ROOT, 's'))).map(({ segment }) => segment)).toEqual([1, 2, 3, 4, 5])
})

test('a segment costs the more, the more there are', async () => {
  const callsFor = async (records: number): Promise<number> => {
    const memory = new MemoryFs()
    const fs = new FaultFs(undefined, memory)
    const log = await openLog(memory, 's', { fs, segmentBytes: 1 })
    for (let record = 0; record < records; record += 1) await append(log)
    await log.close()
    expect(await recoverOne(memory, 's')).toMatchObject({ state: 'clean', records })
    return fs.calls
  }
  const [some, twice] = [await callsFor(300), await callsFor(600)]
  expect(twice).toBeLessThan(some * 2.6)
})
