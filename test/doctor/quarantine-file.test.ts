import { open, readdir, readFile, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import type { DoctorEnvironment } from '../../src/doctor/doctor-environment.ts'
import { quarantineFile } from '../../src/doctor/repair/quarantine-file.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import type { LogDamage } from '../../src/record-log/log-entry.ts'
import { tempFolder } from '../files/temp-folder.ts'

afterEach(() => void vi.restoreAllMocks())

const ref = { agent: 'codex', id: 'a/b', path: '/none', sizeBytes: 0, modifiedMs: 0 } as const
const damage: LogDamage = {
  kind: 'damaged',
  offset: 0,
  line: 1,
  bytes: Buffer.from('{"torn'),
  ending: 'lf',
  reason: 'torn',
}
const environmentIn = (home: string): DoctorEnvironment => ({ home, env: {}, now: () => 0 })

test('what is taken out of a session is gone after a crash: its file or its name was never made durable (I8)', async () => {
  const home = tempFolder()
  const handle = await open(join(home, 'probe'), 'wx')
  const steps: string[] = []
  const prototype = Object.getPrototypeOf(handle) as typeof handle
  await handle.close()
  const { sync, writeFile } = prototype
  vi.spyOn(prototype, 'writeFile').mockImplementation(async function (this: typeof handle, ...given) {
    steps.push('write')
    return writeFile.apply(this, given)
  })
  vi.spyOn(prototype, 'sync').mockImplementation(async function (this: typeof handle) {
    steps.push('sync')
    return sync.call(this)
  })
  const syncFolder = nodeFs.syncFolder.bind(nodeFs)
  vi.spyOn(nodeFs, 'syncFolder').mockImplementation(async (path: string) => {
    steps.push(`sync ${path}`)
    return syncFolder(path)
  })
  const file = quarantineFile(ref, environmentIn(home))
  await file.take(damage)
  await file.take({ ...damage, offset: 9, line: 2 })
  const path = await file.keep()
  const folder = dirname(path!)
  // A folder is synced as a file is: what the spy of folders tells comes with a sync of its own.
  expect(steps.filter((step) => step.startsWith('sync /'))).toContain(`sync ${dirname(folder)}`)
  expect(steps.slice(-5)).toEqual(['write', 'write', 'sync', `sync ${folder}`, 'sync'])
  expect((await readFile(path!, 'utf8')).trim().split('\n')).toHaveLength(2)
  expect((await stat(path!)).mode & 0o777).toBe(0o600)
})

test.each([
  ['nothing was taken out of', false],
  ['was not repaired in the end', true],
])('a session that %s leaves a file behind', async (_what, takes) => {
  const home = tempFolder()
  const file = quarantineFile(ref, environmentIn(home))
  if (takes) await file.take(damage)
  if (takes) await file.discard()
  else await file.keep()
  const left = await readdir(home, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
})
