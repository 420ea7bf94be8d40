/*
 * Each process of a test run has a folder of its own for its files, and each test file leaves it as it found it: the one that leaves
 * something behind fails by its name. Without this a run left a hundred folders in the memory of the machine.
 */
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'

const key = Symbol.for('session-recovery.test.files')
const kept = globalThis as { [key]?: string }

function ownFolder(): string {
  const folder = mkdtempSync(join(inject('folderOfRun'), 'p'))
  chmodSync(folder, 0o1777)
  return folder
}

const folder = (kept[key] ??= ownFolder())
process.env['TMPDIR'] = folder

/** What outlives the file goes with its process: a server, what programs have compiled, and what a browser writes beside what it is given. */
const staying = /^session-recovery-(?:pg-|e2e-compile-cache$)|^\./

afterAll(() => {
  const left = readdirSync(folder).filter((name) => !staying.test(name))
  for (const name of left) rmSync(join(folder, name), { recursive: true, force: true })
  if (left.length === 0) return
  throw new Error(`${expect.getState().testPath} leaves behind ${left.toSorted().join(', ')}`)
})
