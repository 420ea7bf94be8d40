import assert from 'node:assert/strict'
import type { Fs } from '../../src/files/fs.ts'
import { FaultFs } from './fault-fs.ts'
import { type LateFs, lateFs } from './late-fs.ts'
import type { MemoryFs } from './memory-fs.ts'

type Run = (fs: Fs) => Promise<unknown>

/** When a piece of work says that it is done, every call has been answered, and every file closed. */
export async function provesWaiting(disk: MemoryFs, run: Run): Promise<LateFs> {
  const late = lateFs(disk)
  await run(late.fs)
  assert.deepEqual([late.underWay(), late.openFiles()], [0, 0], 'something is under way, or open')
  return late
}

/** A call of a run that failed. */
export interface FailedCall {
  readonly name: string
  readonly place: string
  /** The files before the run. */
  readonly before: readonly string[]
  /** Calls that did not wait for another one. */
  readonly overlaps: readonly string[]
}

/**
 * Every call fails once, each in a run of its own. A run either says so, or gives what it gives without a fault; `check` looks at
 * what it left. Gives the names of the calls that may fail without harm.
 */
export async function provesFaults(
  disk: () => Promise<MemoryFs>,
  run: Run,
  check: (fs: MemoryFs, failed: FailedCall, isDone: boolean) => Promise<void>,
): Promise<string[]> {
  const clean = new FaultFs(undefined, await disk())
  const done = await run(clean)
  assert.ok(clean.names.length > 0, 'no call was made')
  const harmless = new Set<string>()
  for (const [index, name] of clean.names.entries()) {
    const fs = await disk()
    const before = fs.paths()
    const late = lateFs(new FaultFs({ at: index + 1, code: 'EIO' }, fs))
    const [ended] = await Promise.allSettled([run(late.fs)])
    const place = `call ${index + 1} of ${clean.names.length}: ${name}`
    assert.deepEqual([late.underWay(), late.openFiles()], [0, 0], `${place}: something is under way, or open`)
    await check(fs, { name, place, before, overlaps: late.overlaps }, ended.status === 'fulfilled')
    if (ended.status === 'fulfilled') {
      harmless.add(name)
      assert.deepEqual(ended.value, done, place)
    } else if (name !== 'unlink')
      assert.match(said(ended.reason), /EIO injected|Check the disk|cannot be read|ENOENT/, place)
  }
  return [...harmless].toSorted()
}

/** What an error says, with all that caused it. */
function said(cause: unknown): string {
  return cause instanceof Error ? `${cause.message} ${said(cause.cause)}` : ''
}
