import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { repairSafe, type RepairSafeOptions } from '../../../src/audit.ts'
import type { Fs } from '../../../src/files/fs.ts'
import { type Fault, FaultFs } from '../../files/fault-fs.ts'
import { tempFolder } from '../../files/temp-folder.ts'
import { offset, spread } from '../../seeds.ts'
import { treeOf, type LayoutSubject } from './layout-subject.ts'
import { layoutSubjects } from './layout-subjects.ts'

const CODES = ['EIO', 'ENOSPC', 'EACCES'] as const

interface Scene {
  readonly root: string
  readonly before: ReturnType<typeof treeOf>
  readonly options: (fs?: Fs) => RepairSafeOptions
}

/** A store whose first session has the first fault that can be repaired. */
async function damaged({ layout, faults, make }: LayoutSubject): Promise<Scene> {
  const folder = tempFolder()
  const root = join(folder, 'store')
  mkdirSync(root)
  const target = await make(root)
  await faults.find(({ unsafe, whole }) => !unsafe && !whole)!.apply(root, 0)
  return {
    root,
    before: treeOf(root),
    options: (fs) => ({
      ...target,
      layout,
      apply: true,
      backups: { folder: join(folder, 'backups') },
      ...(fs && { fs }),
    }),
  }
}

/** Whatever call fails: each file is what it was or what the repair makes of it, and the next repair is complete. */
async function provesFault(subject: LayoutSubject, fault: Fault): Promise<void> {
  const { before, options, root } = await damaged(subject)
  const sound = await repairSafe(options())
  const repaired = treeOf(root)
  await sound.undo()
  expect(treeOf(root)).toEqual(before)

  await repairSafe(options(new FaultFs(fault))).catch((cause: unknown) => {
    if (!(cause instanceof Error) || !('code' in cause)) throw cause
  })
  const after = treeOf(root)
  for (const [path, bytes] of Object.entries(before))
    expect([bytes, repaired[path]], `${path} after ${fault.code} at ${fault.at}`).toContain(after[path])

  const second = await repairSafe(options())
  expect(second.after.summary.repairable, `${fault.code} at ${fault.at}`).toBe(0)
  expect(treeOf(root)).toEqual(repaired)
}

test.each(layoutSubjects.filter(({ faults }) => faults.some(({ unsafe, whole }) => !unsafe && !whole)))(
  `$layout: a call to the file system that fails loses a file, or leaves half of one (seed ${offset})`,
  async (subject) => {
    const counting = new FaultFs()
    const { options } = await damaged(subject)
    await repairSafe(options(counting))
    expect(counting.calls).toBeGreaterThan(20)
    for (const [index, at] of spread(2, counting.calls).entries())
      await provesFault(subject, { at: at + 1, code: CODES[(index + offset) % 3]!, persistent: index % 2 === 1 })
  },
)
