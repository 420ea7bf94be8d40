import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { appendDurably } from '../../src/supervisor/snapshots/append-durably.ts'
import { tempFolder } from '../files/temp-folder.ts'

it.each([
  ['', ''],
  ['\n', '\n'],
  ['a', ''],
  ['a\n', 'a\n'],
  ['a\nb', 'a\n'],
  ['a\nb\n', 'a\nb\n'],
  ['a\n\nbc', 'a\n\n'],
])('behind %j a line is joined to what a crash has torn, or a whole one goes', async (before, kept) => {
  const path = join(tempFolder(), 'lines')
  writeFileSync(path, before)
  await appendDurably(path, 'new\n')
  expect(readFileSync(path, 'utf8')).toBe(`${kept}new\n`)
})
