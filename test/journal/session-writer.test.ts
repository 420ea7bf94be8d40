import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { FsFile } from '../../src/files/fs.ts'
import { identifyProcess } from '../../src/files/process-identity.ts'
import { digestAfter, parseRecord, readFrame } from '../../src/journal/frame.ts'
import { IndexFile } from '../../src/journal/index-file.ts'
import { indexLine } from '../../src/journal/index-entry.ts'
import { listSegments } from '../../src/journal/list-segments.ts'
import { type Finding, lookAtSession } from '../../src/journal/mend-session.ts'
import { readIndex } from '../../src/journal/read-index.ts'
import { sealedName } from '../../src/journal/segments.ts'
import { listSessionIDs } from '../../src/journal/session-folder.ts'
import { SessionCursor } from '../../src/journal/session-cursor.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { now, openLog, readTexts, recordsPath, recoverOne, ROOT, writeSession } from './sample-session.ts'

const folder = join(ROOT, 's')
const records = recordsPath('s')
const note = (data: string) => ({ type: 'note', epoch: 0, dataText: JSON.stringify(data) })
const refused = (code: string): Error => Object.assign(new Error(`${code} refused`), { code })
const look = (fs: MemoryFs): Promise<Finding> =>
  lookAtSession('s', folder, { fs, now, mode: 'salvage', acknowledge: false, status: 'stopped' })
const manifestOf = (fs: MemoryFs): unknown => JSON.parse(fs.text(join(folder, 'manifest.json'))!)

/** Does something when a reader has closed the records. */
class ReadFs extends MemoryFs {
  readonly reads: string[] = []
  onRead: (times: number) => void = () => undefined
  override async open(path: string, flags: 'r' | 'wx' | 'a', mode?: number): Promise<FsFile> {
    const file = await super.open(path, flags, mode)
    if (path !== records || flags !== 'r') return file
    return {
      ...file,
      close: async () => {
        await file.close()
        this.onRead(this.reads.push(path))
      },
    }
  }
}

describe('a session that is taken over from a writer who may still write', () => {
  /** A session of twelve records of which one is there, claimed by somebody who has been silent for long. */
  async function silent(): Promise<{ readonly fs: ReadFs; readonly lines: readonly string[] }> {
    const fs = new ReadFs()
    const texts = Array.from({ length: 12 }, (_, at) => `${at + 1}`)
    await writeSession(fs, 's', texts)
    const lines = fs.text(records)!.split(/(?<=\n)/)
    fs.put(records, lines[0]!)
    fs.put(join(folder, 'writer.7.json'), JSON.stringify({ host: 'elsewhere', bootId: 'b', pid: 1, startTime: '1' }))
    return { fs, lines }
  }

  test.each([
    [1, 'behind'],
    [9, 'behind'],
    [10, 'changed_meanwhile'],
  ])('loses what that one writes %i times meanwhile, or waits for it for ever (I15)', async (times, end) => {
    const { fs, lines } = await silent()
    fs.onRead = (read) => {
      if (read <= times) fs.put(records, lines.slice(0, read + 1).join(''))
    }
    const writing = async (): Promise<string> => {
      const log = await openLog(fs, 's')
      await log.append(note('behind'))
      await log.close()
      return 'behind'
    }
    const told = await writing().catch(({ code }: { code: string }) => code)
    const texts = Array.from({ length: times + 1 }, (_, at) => `${at + 1}`)
    expect([told, await readTexts(fs, 's')]).toEqual([end, end === 'behind' ? [...texts, end] : texts])
  })

  test('is tried again although the disk fails, or stays claimed', async () => {
    const { fs } = await silent()
    const failing = new FaultFs(undefined, fs)
    let tries = 0
    failing.open = async (path, flags, mode) => {
      if (path === records && flags === 'r' && (tries += 1) > 0) throw refused('EIO')
      return fs.open(path, flags, mode)
    }
    await expect(openLog(failing, 's')).rejects.toMatchObject({ code: 'io', cause: { code: 'EIO' } })
    expect([tries, fs.text(join(folder, 'writer.8.json'))]).toEqual([1, expect.stringContaining('released')])
  })

  test('is taken from a process that lives, by a recovery (I15)', async () => {
    const { fs } = await silent()
    const claim = join(folder, 'writer.7.json')
    fs.put(claim, JSON.stringify(await identifyProcess(process.pid)))
    fs.put(records, `${fs.text(records)}{"torn`)
    const { mtimeMs } = await fs.lstat(claim)
    const later = { apply: true, now: () => mtimeMs + 6_000_000 }
    expect(await recoverOne(fs, 's', later)).toMatchObject({ state: 'busy', error: { code: 'busy' } })
  })

  test('without a record cannot be written', async () => {
    const { fs } = await silent()
    await fs.unlink(records)
    for (const derived of ['index.ndjson', 'manifest.json']) await fs.unlink(join(folder, derived))
    const log = await openLog(fs, 's')
    await log.append(note('first'))
    await log.close()
    expect(await readTexts(fs, 's')).toEqual(['first'])
  })

  test.each(['index.ndjson', 'manifest.json'])(
    'begins anew where its records have vanished and %s tells of them, so that nobody hears of the loss',
    async (witness) => {
      const { fs } = await silent()
      for (const name of ['records.ndjson', 'index.ndjson', 'manifest.json'])
        if (name !== witness) await fs.unlink(join(folder, name))
      await expect(openLog(fs, 's')).rejects.toMatchObject({ code: 'missing_records' })
      expect(await recoverOne(fs, 's')).toMatchObject({ state: 'failed', error: { code: 'missing_records' } })
    },
  )
})

test('what an interrupted compaction has left stays beside the records that are written next', async () => {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one', 'two', 'three'], { segmentBytes: 1 })
  const sealed = [1, 2].map((seq) => join(folder, sealedName(seq)))
  const former = sealed.map((path) => fs.text(path)!)
  const base = readFrame(Buffer.from(fs.text(records)!.trimEnd()))!
  const log = await openLog(fs, 's')
  const taker = { take: () => undefined, reset: () => undefined }
  await log.compact({ base, digest: digestAfter(base), dataText: '"all"' }, taker)
  // What is derived is that of the snapshot at once: the next append goes on from there.
  const mending = { fs, now, mode: 'salvage', acknowledge: false, status: 'active' } as const
  expect((await lookAtSession('s', folder, mending)).isWorkLeft).toBe(false)
  await log.close()
  for (const [at, path] of sealed.entries()) fs.put(path, former[at]!)
  fs.put(join(folder, 'compacting.json'), '{"base":3}\n')
  const next = await openLog(fs, 's')
  expect((await listSegments(fs, folder)).map(({ path }) => path)).toEqual([records])
  expect(fs.paths().filter((path) => path.includes('compacting'))).toEqual([])
  await next.append(note('four'))
  await next.close()
  expect(await readTexts(fs, 's')).toEqual(['all', 'four'])
})

test('a session that is written on has an index or a segment of another name', async () => {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one', 'two'])
  await writeSession(fs, 's', ['three', 'four'], { segmentBytes: 600 })
  expect((await readIndex(fs, folder)).map(({ segment }) => segment)).toEqual([1, 1, 1, 1])
  expect((await look(fs)).isWorkLeft).toBe(false)
  await writeSession(fs, 's', ['five', 'six'], { segmentBytes: 1 })
  expect((await listSegments(fs, folder)).map(({ name }) => name)).toEqual([sealedName(1), 'records.ndjson'])
  expect((await look(fs)).isWorkLeft).toBe(false)
})

test('a session whose index could not be written is closed without one, or its writer mends what is whole', async () => {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one'])
  const failing = new FaultFs(undefined, fs)
  failing.open = async (path, flags, mode) => {
    if (path.endsWith('index.ndjson') && flags === 'a') throw refused('EIO')
    return fs.open(path, flags, mode)
  }
  await writeSession(failing, 's', ['two', 'three'])
  expect((await look(fs)).isWorkLeft).toBe(false)
  const calls = new FaultFs(undefined, fs)
  const log = await openLog(calls, 's')
  // Nothing is rewritten where the records end as they should.
  expect(calls.names.filter((name) => name === 'rename')).toEqual([])
  await log.close()
})

test('a segment of exactly its size is written on, or one that is smaller is closed', async () => {
  const sizes = new MemoryFs()
  await writeSession(sizes, 's', ['x'])
  const whole = sizes.text(records)!.length
  const names = async (segmentBytes: number): Promise<string[]> => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['x', 'x'], { segmentBytes })
    return (await listSegments(fs, folder)).map(({ name }) => name)
  }
  expect([await names(whole), await names(whole + 1)]).toEqual([[sealedName(1), 'records.ndjson'], ['records.ndjson']])
})

test('a segment that could not be closed is written on, or a record behind it is acknowledged (I8)', async () => {
  const disk = new MemoryFs()
  const fs = new FaultFs(undefined, disk)
  const log = await openLog(fs, 's', { segmentBytes: 1 })
  await log.append(note('one'))
  const { rename } = fs
  fs.rename = () => Promise.reject(refused('EIO'))
  await expect(log.append(note('two'))).rejects.toMatchObject({ code: 'EIO' })
  expect(log.isBroken).toBe(true)
  fs.rename = rename
  await expect(log.append(note('three'))).rejects.toMatchObject({ code: 'damaged' })
  await log.close()
  expect(await readTexts(disk, 's')).toEqual(['one'])
})

test('an index that once could not be written is taken for whole later', async () => {
  const disk = new MemoryFs()
  disk.put(records, '')
  const failing = new FaultFs(undefined, disk)
  let fails = true
  failing.open = async (path, flags, mode) => {
    if (fails) throw refused('EIO')
    return disk.open(path, flags, mode)
  }
  const entry = { seq: 1, type: 'note', epoch: 0, at: 5, crc: '00000000', segment: 1, offset: 0, length: 9 }
  const index = new IndexFile(failing, folder, 0)
  await index.add(entry)
  const first = await index.flush()
  fails = false
  await index.add({ ...entry, seq: 2 })
  expect([first, await index.flush(), disk.text(join(folder, 'index.ndjson'))]).toEqual([false, false, undefined])
  const unseen = new FaultFs(undefined, disk)
  unseen.lstat = () => Promise.reject(refused('EACCES'))
  const other = new IndexFile(unseen, folder, 0)
  await other.add(entry)
  expect([await other.flush(), disk.text(join(folder, 'index.ndjson'))]).toEqual([false, undefined])
  // With nothing to write it is what it was.
  disk.put(join(folder, 'index.ndjson'), indexLine(entry))
  expect(await new IndexFile(disk, folder, indexLine(entry).length).flush()).toBe(true)
  expect(await new IndexFile(disk, folder, 1).flush()).toBe(false)
})

test('a manifest says of a session that is mended and open that it was stopped, or has another form', async () => {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one'])
  const text = fs.text(join(folder, 'manifest.json'))!
  expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
  expect(manifestOf(fs)).toMatchObject({ status: 'stopped', endedAt: '2026-09-21T14:13:20.000Z' })
  fs.put(records, `${fs.text(records)}{"torn`)
  const log = await openLog(fs, 's')
  expect(manifestOf(fs)).toMatchObject({ status: 'active', endedAt: null })
  await log.close()
  expect(manifestOf(fs)).toMatchObject({ status: 'stopped' })
})

describe('what is set aside', () => {
  const quarantine = join(folder, 'quarantine')
  const kept = (fs: MemoryFs): string[] =>
    fs.paths().filter((path) => path.startsWith(quarantine) && !path.endsWith('losses.ndjson'))
  const bytesOf = (fs: MemoryFs, path: string): string[] =>
    fs
      .text(path)!
      .trimEnd()
      .split('\n')
      .map((line) => Buffer.from(String(Object(JSON.parse(line)).base64), 'base64').toString())

  test('takes the place of what was torn before at the same place, or is kept twice', async () => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one'])
    const whole = fs.text(records)!
    for (const torn of ['{"torn 1', '{"torn 2', '{"torn 2']) {
      fs.put(records, `${whole}${torn}`)
      await recoverOne(fs, 's', { apply: true })
      expect(fs.text(records)).toBe(whole)
    }
    expect(kept(fs).map((path) => bytesOf(fs, path))).toEqual([['{"torn 1'], ['{"torn 2']])
  })

  test('behind the damage at which a recovery stops is kept, or can be read by others', async () => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one', 'two', 'three'])
    const lines = fs.text(records)!.split(/(?<=\n)/)
    fs.put(records, `${lines[0]}damaged\n${lines.slice(1).join('')}`)
    expect(await recoverOne(fs, 's', { apply: true, mode: 'point_in_time' })).toMatchObject({ records: 1 })
    expect(await readTexts(fs, 's')).toEqual(['one'])
    const [path = ''] = kept(fs)
    expect(bytesOf(fs, path)).toEqual(['damaged', ...lines.slice(1).map((line) => line.trimEnd())])
    expect((await fs.stat(path)).mode & 0o777).toBe(0o600)
    // A segment that was whole when it was closed goes as well.
    const many = new MemoryFs()
    await writeSession(many, 's', ['one', 'two', 'three', 'four'], { segmentBytes: 1 })
    const second = join(folder, sealedName(2))
    many.put(second, `damaged\n${many.text(second)}`)
    await recoverOne(many, 's', { apply: true, mode: 'point_in_time' })
    expect(await readTexts(many, 's')).toEqual(['one'])
  })

  test('is not told with its bytes, and file by file in the order of the segments', async () => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one', 'two'], { segmentBytes: 1 })
    const sealed = join(folder, sealedName(1))
    fs.put(sealed, `bad\n${fs.text(sealed)}`)
    fs.put(records, `worse\n${fs.text(records)}`)
    await recoverOne(fs, 's', { apply: true })
    const [loss] = fs.text(join(quarantine, 'losses.ndjson'))!.split('\n')
    expect(parseRecord(Buffer.from(loss!))).toMatchObject({
      type: 'loss',
      data: {
        gaps: [],
        quarantinedBytes: 10,
        quarantine: [
          expect.stringContaining(sealedName(1).slice(0, -7)),
          expect.stringMatching(/^records\.[0-9a-f]+\./),
        ],
      },
    })
  })

  test('of a folder without records is an index, or a session that is not there has another name', async () => {
    const fs = new MemoryFs()
    fs.put(join(folder, 'other'), '')
    expect(await recoverOne(fs, 's', { apply: true })).toMatchObject({ state: 'clean', records: 0 })
    expect(fs.paths()).toEqual([join(folder, 'other')])
    expect(await recoverOne(fs, 'none', { apply: true })).toEqual({
      sessionID: 'none',
      state: 'not_found',
      records: 0,
      droppedTailBytes: 0,
      quarantinedBytes: 0,
      gaps: [],
    })
  })
})

describe('a reader', () => {
  const takenBy = () => {
    const texts: unknown[] = []
    const taker = {
      take: (_entry: unknown, _frame: unknown, line: Uint8Array) => void texts.push(parseRecord(line).data),
      reset: () => void texts.splice(0),
    }
    return { texts, taker }
  }

  test('keeps the records of a session in whose place another one was put', async () => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one', 'two', 'three'])
    await writeSession(fs, 'other', ['x', 'y'])
    const cursor = new SessionCursor(fs, folder)
    const { taker, texts } = takenBy()
    await cursor.advance(taker)
    fs.put(records, fs.text(recordsPath('other'))!)
    await cursor.advance(taker)
    expect([texts, cursor.chain.seq, cursor.chain.gaps]).toEqual([['x', 'y'], 2, []])
    expect(cursor.indexBytes).toBe(fs.text(join(ROOT, 'other', 'index.ndjson'))!.length)
  })

  test.each([
    ['lf', '\n', true],
    ['crlf', '\r\n', true],
    ['no end', '', false],
    ['a blank line behind it', '\n\n', true],
    ['something behind it', '\nx', false],
  ])('takes a last record with %s for one that is torn, or is whole', async (_, ending, isAtEnd) => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one', 'two'])
    fs.put(records, `${fs.text(records)!.trimEnd()}${ending}`)
    const cursor = new SessionCursor(fs, folder)
    await cursor.advance(takenBy().taker)
    expect([cursor.isAtEnd, cursor.chain.seq]).toEqual([isAtEnd, 2])
  })

  test('believes half of a line, or does not tell that the disk fails', async () => {
    const fs = new MemoryFs()
    await writeSession(fs, 's', ['one', 'two'])
    const [entry] = await readIndex(fs, folder)
    const resumed = (open: MemoryFs['open']): Promise<boolean> => {
      const other = new FaultFs(undefined, fs)
      other.open = open
      return new SessionCursor(other, folder).resume(entry!, 1)
    }
    const byteByByte = async (path: string, flags: 'r' | 'wx' | 'a'): Promise<FsFile> => {
      const file = await fs.open(path, flags)
      return { ...file, readAt: (buffer, offset) => file.readAt(buffer.subarray(0, 1), offset) }
    }
    expect(await resumed(byteByByte)).toBe(true)
    // It was renamed since it was listed.
    expect(await resumed(() => Promise.reject(refused('ENOENT')))).toBe(false)
    await expect(resumed(() => Promise.reject(refused('EIO')))).rejects.toMatchObject({ code: 'EIO' })
  })
})

test('a folder that cannot be listed holds no sessions, or one that is not there fails', async () => {
  const fs = new FaultFs(undefined, new MemoryFs())
  expect(await listSessionIDs(fs, ROOT)).toEqual([])
  fs.readdir = () => Promise.reject(refused('EACCES'))
  await expect(listSessionIDs(fs, ROOT)).rejects.toMatchObject({ code: 'EACCES' })
})
