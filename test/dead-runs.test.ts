import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeRunFolder, removeDeadRuns } from './dead-runs.ts'
import { tempFolder } from './files/temp-folder.ts'

test('the folder of a run that was killed stays, or one goes that is still used or is none of a run', () => {
  const parent = tempFolder()
  const dead = [makeRunFolder(parent, 999_999_998), makeRunFolder(parent, 999_999_999)]
  for (const folder of dead) writeFileSync(join(folder, 'left'), '')
  const used = [makeRunFolder(parent), makeRunFolder(parent, process.ppid)]
  writeFileSync(join(parent, 'srgjdgxr'), '')
  const before = readdirSync(parent)
  removeDeadRuns(parent)
  expect(before.filter((name) => !readdirSync(parent).includes(name)).map((name) => join(parent, name))).toEqual(
    dead.toSorted(),
  )
  expect(used.every((folder) => readdirSync(folder).length === 0)).toBe(true)
})

test.each(['1umsdk4', ''])('the folder of a run of another container goes, whose numbers are others (%j)', (own) => {
  const parent = tempFolder()
  const folders = ['1umsdk4', 'z', ''].map((namespace) => [namespace, makeRunFolder(parent, 999_999_999, namespace)])
  removeDeadRuns(parent, own)
  const left = folders.flatMap(([namespace, folder]) => (existsSync(folder!) ? [namespace] : []))
  expect(left).toEqual(['1umsdk4', 'z', ''].filter((namespace) => namespace !== own))
})
