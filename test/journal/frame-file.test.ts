import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Fs, FsFile } from '../../src/files/fs.ts'
import { FrameFile } from '../../src/journal/frame-file.ts'
import { listSegments } from '../../src/journal/list-segments.ts'
import { gapsOf, LossHistory } from '../../src/journal/loss-history.ts'
import { sealedName } from '../../src/journal/segments.ts'
import { SessionCursor } from '../../src/journal/session-cursor.ts'
import { SessionLog } from '../../src/journal/session-log.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { lateFs } from '../files/late-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { now, openLog, recordsPath, ROOT, writeSession } from './sample-session.ts'

const path = '/s/records.ndjson'
const bytes = (text: string): Uint8Array => Buffer.from(text)
let disk: MemoryFs

beforeEach(() => {
  disk = new MemoryFs()
  disk.put(path, 'one\n')
})

/** The disk, whose files do some things in another way. */
const diskWhere = (change: (file: FsFile) => Partial<FsFile>): Fs =>
  new Proxy<Fs>(disk, {
    get: (_, name) => {
      const own: unknown = Reflect.get(disk, name, disk)
      if (name === 'open')
        return async (...given: Parameters<Fs['open']>) => {
          const file = await disk.open(...given)
          return { ...file, ...change(file) }
        }
      return typeof own === 'function' ? own.bind(disk) : own
    },
  })

describe('lines at the end of a file', () => {
  test('are lost where the system takes them piece by piece, or written at another place', async () => {
    const file = await FrameFile.open(
      diskWhere(({ write }) => ({ write: async (all) => write(all.subarray(0, 2)) })),
      path,
      4,
    )
    expect([await file.append(bytes('two\n')), await file.append(bytes('three\n')), file.size]).toEqual([4, 8, 14])
    expect(disk.text(path)).toBe('one\ntwo\nthree\n')
    await file.truncate(8)
    expect([disk.text(path), file.size]).toEqual(['one\ntwo\n', 8])
  })

  test('are readable by others in a file that they begin', async () => {
    await FrameFile.open(disk, '/s/new.ndjson', 0)
    expect((await disk.stat('/s/new.ndjson')).mode).toBe(0o600)
  })

  test('stay in part where the system takes no more', async () => {
    const taken = [2, 0]
    const fs = diskWhere(({ write }) => ({ write: async (all) => write(all.subarray(0, taken.shift() ?? 99)) }))
    const file = await FrameFile.open(fs, path, 4)
    await expect(file.append(bytes('two\n'))).rejects.toThrow('takes no more bytes')
    expect([disk.text(path), file.size, file.isBroken]).toEqual(['one\n', 4, false])
    await file.append(bytes('two\n'))
    expect(disk.text(path)).toBe('one\ntwo\n')
    await file.takeBack(4)
    expect([disk.text(path), file.size]).toEqual(['one\n', 4])
  })

  test('are cut off or taken back after the call has ended', async () => {
    const refusing = diskWhere(({ write }) => ({ write: async (all) => write(all.subarray(0, 2)).then(() => 0) }))
    const { fs, underWay } = lateFs(refusing)
    const file = await FrameFile.open(fs, path, 4)
    await file.truncate(3)
    expect([underWay(), disk.text(path)]).toEqual([0, 'one'])
    await expect(file.append(bytes('two\n'))).rejects.toThrow('no more bytes')
    expect([underWay(), disk.text(path)]).toEqual([0, 'one'])
  })

  test('follow those of somebody else, or what could not be taken back', async () => {
    const other = await FrameFile.open(disk, path, 3)
    await expect(other.append(bytes('two\n'))).rejects.toMatchObject({
      code: 'fenced',
      message: expect.stringContaining(path),
    })
    const fails = (): Promise<never> => Promise.reject(new Error('gone'))
    const file = await FrameFile.open(
      diskWhere(() => ({ write: fails, truncate: fails })),
      path,
      4,
    )
    await expect(file.append(bytes('two\n'))).rejects.toThrow('gone')
    expect(file.isBroken).toBe(true)
    await expect(file.append(bytes('two\n'))).rejects.toMatchObject({ code: 'damaged' })
    expect(disk.text(path)).toBe('one\n')
  })

  test('are synced again and again, or go on after a sync that failed', async () => {
    let syncs = 0
    const file = await FrameFile.open(
      diskWhere(() => ({ sync: async () => void (syncs += 1) })),
      path,
      4,
    )
    await file.sync()
    await file.append(bytes('two\n'))
    for (const _ of [1, 2]) await file.sync()
    await file.truncate(4)
    await file.sync()
    expect([syncs, file.isBroken]).toEqual([2, false])
    const broken = await FrameFile.open(
      diskWhere(() => ({ sync: () => Promise.reject(new Error('EIO')) })),
      path,
      4,
    )
    await broken.append(bytes('two\n'))
    await expect(broken.sync()).rejects.toThrow('EIO')
    expect(broken.isBroken).toBe(true)
  })
})

describe('a file of records that is not where it was', () => {
  const folder = join(ROOT, 's')
  const taker = { take: () => undefined, reset: () => undefined }
  const gone = (code: string): Error => Object.assign(new Error('It has just been renamed.'), { code })
  const sessionOf = async (count: number): Promise<MemoryFs> => {
    const fs = new MemoryFs()
    const texts = Array.from({ length: count }, (_, at) => `text ${at}`)
    await writeSession(fs, 's', texts, { segmentBytes: 350 })
    return fs
  }

  test.each([
    ['ENOENT', 9, true],
    ['ENOENT', 10, false],
    ['EIO', 1, false],
  ])('is listed without end, or given up at once (%s, %i times)', async (code, times, isListed) => {
    const fs = await sessionOf(1)
    const lstat = fs.lstat.bind(fs)
    let asked = 0
    fs.lstat = (path) => ((asked += 1) <= times ? Promise.reject(gone(code)) : lstat(path))
    const listed = listSegments(fs, folder).then(
      (all) => all.length === 1,
      () => false,
    )
    expect(await listed).toBe(isListed)
  })

  test('is looked for without end, closed ones count as looks in vain, or a part passes for the session', async () => {
    const fs = await sessionOf(12)
    const open = fs.open.bind(fs)
    let tried = 0
    fs.open = async (path, ...rest) => {
      if (path !== recordsPath('s')) return open(path, ...rest)
      tried += 1
      throw gone(tried > 40 ? 'EIO' : 'ENOENT')
    }
    await expect(new SessionCursor(fs, folder).advance(taker)).rejects.toMatchObject({ code: 'busy' })
    // Each look asks it first whether it stands for those before it; the first look is at these.
    expect(tried).toBe(21)
  })

  test('keeps a session from being taken over', async () => {
    const fs = new MemoryFs()
    fs.put(join(folder, 'writer.4.json'), '{"host":"elsewhere","bootId":"b","pid":1,"startTime":"1"}\n')
    const log = await openLog(fs, 's')
    expect(log.token).toBe(5)
    await log.close()
  })

  test('is missing for a writer that has read without it', async () => {
    const fs = await sessionOf(12)
    const path = join(folder, sealedName(4))
    const text = fs.text(path)!
    await fs.unlink(path)
    const cursor = new SessionCursor(fs, folder)
    await cursor.advance(taker)
    expect(cursor.chain.gaps).toHaveLength(1)
    fs.put(path, text)
    const sizes = { segmentBytes: 350, maxFrameBytes: 1 << 20 }
    const log = await SessionLog.open('s', cursor, taker, { fs, now, durability: 'none', idleMs: 10_000, ...sizes })
    expect([cursor.chain.gaps, cursor.chain.records]).toEqual([[], 12])
    await log.close()
  })
})

test('a loss that is found and acknowledged by one process is another one for the next', async () => {
  const history = await LossHistory.read(disk, '/s')
  expect([history.quarantine, history.open([])]).toEqual([undefined, []])
  const [first, last] = [{ after: 1, before: 3 }, { after: 9 }]
  await history.record({ gaps: [first, last], quarantinedBytes: 7, quarantine: ['a'] }, 1)
  await history.acknowledge([first], 2)
  await history.record({ gaps: [{ after: 20, before: 22 }], quarantinedBytes: 1, quarantine: ['b'] }, 3)
  for (const each of [history, await LossHistory.read(disk, '/s')]) {
    expect(each.all([])).toEqual([first, last, { after: 20, before: 22 }])
    expect(gapsOf(each.open([last, { after: 30 }]))).toEqual([last, { after: 20, before: 22 }, { after: 30 }])
    expect([each.knows(last), each.knows({ after: 30 }), each.quarantine]).toEqual([true, false, '/s/quarantine'])
  }
})

test('a history of losses goes on behind an entry that was not written to its end, or is empty where it cannot be read', async () => {
  const files = ['/s/quarantine/losses.ndjson', '/s/quarantine/copy.losses.ndjson']
  const found = (after: number) => ({ gaps: [{ after, before: after + 2 }], quarantinedBytes: 1, quarantine: [] })
  const known = async (): Promise<readonly number[]> =>
    (await LossHistory.read(disk, '/s')).all([]).map(({ after }) => after)
  for (const after of [1, 10]) await (await LossHistory.read(disk, '/s')).record(found(after), 5)
  const whole = disk.text(files[0]!)!
  expect(disk.text(files[1]!)).toBe(whole)
  for (const [torn, before] of [
    [whole.slice(0, -1), [1, 10]],
    [whole.slice(0, -9), [1]],
  ] as const) {
    for (const file of files) disk.put(file, torn)
    expect(await known()).toEqual(before)
    await (await LossHistory.read(disk, '/s')).record(found(20), 6)
    expect(await known()).toEqual([...before, 20])
  }
  await expect(LossHistory.read(new FaultFs({ at: 1, code: 'EIO' }, disk), '/s')).rejects.toMatchObject({ code: 'EIO' })
})
