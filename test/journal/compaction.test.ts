import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { compact } from '../../src/journal/compaction.ts'
import type { Frame } from '../../src/journal/frame.ts'
import { listSegments } from '../../src/journal/list-segments.ts'
import { SNAPSHOT_TYPE } from '../../src/journal/snapshot-record.ts'
import { SessionCursor } from '../../src/journal/session-cursor.ts'
import { MemoryFs } from '../files/memory-fs.ts'
import { ROOT, writeSession } from './sample-session.ts'

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
  const sealed = segments.slice(0, -1).map(({ name }) => `unlink ${name}`)
  expect(sealed).toHaveLength(3)
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
