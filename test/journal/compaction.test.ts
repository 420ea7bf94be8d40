import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import {
  compact,
  COMPACTING_NAME,
  finishCompaction,
  isUnfinished,
  withoutObsolete,
} from '../../src/journal/compaction.ts'
import { digestAfter, type Frame } from '../../src/journal/frame.ts'
import { JournalError } from '../../src/journal/journal-error.ts'
import { listSegments } from '../../src/journal/list-segments.ts'
import { ACTIVE_SEGMENT } from '../../src/journal/segments.ts'
import { SNAPSHOT_TYPE } from '../../src/journal/snapshot-record.ts'
import { SessionCursor } from '../../src/journal/session-cursor.ts'
import { FaultFs } from '../files/fault-fs.ts'
import { lateFs } from '../files/late-fs.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { recoverOne, ROOT, writeSession } from './sample-session.ts'

const folder = join(ROOT, 's')

/** A session of four records, each in a segment of its own, with the frames that were read of it. */
async function scene(): Promise<{ readonly fs: MemoryFs; readonly frames: readonly Frame[] }> {
  const fs = new MemoryFs()
  await writeSession(fs, 's', ['one', 'two', 'three', 'four'], { segmentBytes: 1 })
  const frames: Frame[] = []
  const taker = { take: (_: unknown, frame: Frame) => void frames.push(frame), reset: () => void frames.splice(0) }
  await new SessionCursor(fs, folder).advance(taker)
  return { fs, frames }
}

const draftOf = (base: Frame) => ({ base, digest: base.digest, dataText: '{}', checkClaim: async () => undefined })

test('the mark of a compaction goes before the old segments are gone for good, or those before the new one is there (I8)', async () => {
  const { frames, fs } = await scene()
  const segments = await listSegments(fs, folder)
  const calls: string[] = []
  for (const name of ['unlink', 'rename', 'syncFolder'] as const) {
    const call = fs[name].bind(fs) as (...paths: string[]) => Promise<void>
    fs[name] = async (...paths: string[]): Promise<void> => {
      calls.push(`${name} ${basename(paths.at(-1)!)}`)
      await call(...paths)
    }
  }
  await compact(fs, folder, segments, draftOf(frames[1]!), 1 << 20)
  // The snapshot may be closed under the name of the second: a late removal would hit that.
  const [first, second, third] = segments.map(({ name }) => name)
  const sealed = [`unlink ${first}`, `rename ${second}`, 'syncFolder s', `unlink ${third}`]
  expect(segments).toHaveLength(4)
  expect(calls).toEqual([
    'rename compacting.json',
    'syncFolder s',
    'rename records.ndjson',
    'syncFolder s',
    ...sealed,
    'syncFolder s',
    'unlink compacting.json',
  ])
})

test('a compaction drops a record behind its base, keeps one before it, or glues two', async () => {
  for (const [at, kept] of [
    [0, 3],
    [1, 2],
    [3, 0],
  ] as const) {
    const { frames, fs } = await scene()
    const segments = await listSegments(fs, folder)
    const before = segments.map(({ path }) => fs.text(path)!)
    await compact(fs, folder, segments, draftOf(frames[at]!), 1 << 20)
    const [snapshot = '', ...others] = fs.text(join(folder, 'records.ndjson'))!.split(/(?<=\n)/)
    expect(JSON.parse(snapshot)).toMatchObject({ seq: at + 1, type: SNAPSHOT_TYPE })
    expect(others).toEqual(before.slice(4 - kept))
    expect(await listSegments(fs, folder)).toHaveLength(1)
  }
})

test('a compaction is done before the system is, lets others read, or goes on without the claim (I8, I15)', async () => {
  const { frames, fs } = await scene()
  const segments = await listSegments(fs, folder)
  const records = join(folder, 'records.ndjson')
  const before = segments.map(({ path }) => fs.text(path))
  const lost = (): Promise<never> => Promise.reject(new JournalError('fenced', 'The claim is lost.'))
  const fenced = compact(fs, folder, segments, { ...draftOf(frames[1]!), checkClaim: lost }, 1 << 20)
  await expect(fenced).rejects.toMatchObject({ code: 'fenced' })
  // Nor is the mark of a successor written over.
  expect(fs.paths()).not.toContain(join(folder, COMPACTING_NAME))
  expect(segments.map(({ path }) => fs.text(path))).toEqual(before)
  const file = await fs.open(records, 'a')
  await file.chmod(0o644)
  await file.close()
  const late = lateFs(fs)
  const draft = { ...draftOf(frames[1]!), digest: 'x'.repeat(12) }
  await compact(late.fs, folder, await listSegments(fs, folder), draft, 1 << 20)
  expect([late.underWay(), late.openFiles(), late.overlaps]).toEqual([0, 0, []])
  expect((await fs.stat(records)).mode & 0o777).toBe(0o600)
  expect(JSON.parse(fs.text(records)!.split('\n')[0]!)).toMatchObject({ digest: 'x'.repeat(12) })
})

test('what a compaction has left is cleared where none was, not waited for, or not with a rival who clears it too', async () => {
  const { frames, fs } = await scene()
  const segments = await listSegments(fs, folder)
  const untouched = new FaultFs(undefined, fs)
  await finishCompaction(untouched, folder, segments, async () => undefined)
  expect(untouched.names).toEqual(['open', 'fstat', 'read', 'close', 'readdir'])
  // The active one begins with a record: all count.
  expect(await withoutObsolete(fs, segments)).toEqual(segments)
  await compact(fs, folder, segments, draftOf(frames[1]!), 1 << 20)
  for (const { path } of segments.slice(0, -1)) fs.put(path, 'former\n')
  fs.put(join(folder, COMPACTING_NAME), '{}\n')
  const rival = new FaultFs(undefined, fs)
  rival.unlink = async (path) => (await fs.unlink(path), fs.unlink(path))
  const late = lateFs(rival)
  const left = [...segments.slice(0, -1), ...(await listSegments(fs, folder))]
  await finishCompaction(late.fs, folder, left, async () => undefined)
  expect([late.underWay(), late.overlaps, fs.paths().filter((path) => /records|compacting/.test(path))]).toEqual([
    0,
    [],
    [join(folder, 'records.ndjson'), join(folder, 'records.000000000002.ndjson')],
  ])
  expect(fs.text(join(folder, 'records.000000000002.ndjson'))).toBe('')
  expect(await listSegments(fs, folder)).toHaveLength(1)
  const failing = new FaultFs(undefined, fs)
  failing.unlink = () => Promise.reject(Object.assign(new Error('refused'), { code: 'EACCES' }))
  fs.put(join(folder, COMPACTING_NAME), '{}\n')
  await expect(finishCompaction(failing, folder, left, async () => undefined)).rejects.toMatchObject({ code: 'EACCES' })
})

test('segments that a snapshot stands for count again without their mark, which a writer that was stopped may remove', async () => {
  const { frames, fs } = await scene()
  const former = await listSegments(fs, folder)
  const texts = former.map(({ path }) => fs.text(path)!)
  await compact(fs, folder, former, { ...draftOf(frames[1]!), digest: digestAfter(frames[1]!) }, 1 << 20)
  // As if the power had gone before it removed the first of them.
  for (const [at, { name, path }] of former.entries()) if (name !== ACTIVE_SEGMENT) fs.put(path, texts[at]!)
  expect(await listSegments(fs, folder)).toHaveLength(1)
  const before = await recoverOne(fs, 's')
  expect(before).toMatchObject({ state: 'clean', records: 3, quarantinedBytes: 0, gaps: [] })
  expect(await isUnfinished(fs, folder, await fs.readdir(folder))).toBe(true)
  expect(await recoverOne(fs, 's', { apply: true })).toEqual(before)
  expect(await isUnfinished(fs, folder, await fs.readdir(folder))).toBe(false)
  const left = fs.paths().filter((path) => /records\.\d|compacting/.test(path) && fs.text(path) !== '')
  expect(left).toEqual([])
})
