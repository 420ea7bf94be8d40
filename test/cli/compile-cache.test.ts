import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { tempFolder } from '../files/temp-folder.ts'
import { commandFile } from './run-cli.ts'

test('every run of the command compiles its modules anew', () => {
  const folder = tempFolder()
  // The cache of the tests themselves would hide that the command asks for none.
  const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder }
  expect(spawnSync(process.execPath, [commandFile, '--version'], { env }).status).toBe(0)
  expect(readdirSync(folder, { recursive: true }).length).toBeGreaterThan(3)
})
