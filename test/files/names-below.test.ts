import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { namesBelow } from '../../src/files/names-below.ts'
import { tempFolder } from './temp-folder.ts'

test.for<readonly [what: string, links: Readonly<Record<string, string>>, names: readonly string[]]>([
  ['no link', {}, ['a/b/two', 'a/one', 'three']],
  ['a circle', { 'a/b/up': '../..', self: 'self' }, ['a/b/two', 'a/one', 'self', 'three']],
  ['a link to a folder below it, whose name comes first', { '0': 'a/b' }, ['a/b/two', 'a/one', 'three']],
  [
    'two links to a folder elsewhere',
    { there: '../elsewhere', too: '../elsewhere' },
    ['a/b/two', 'a/one', 'there/four', 'three'],
  ],
  ['links to a file and to nothing', { file: 'three', gone: 'none' }, ['a/b/two', 'a/one', 'file', 'gone', 'three']],
])('of a folder with %s a file is missed, told twice, or told by another name', async ([, links, names]) => {
  const home = tempFolder()
  const folder = join(home, 'folder')
  for (const file of ['folder/a/b/two', 'folder/a/one', 'folder/three', 'elsewhere/four']) {
    mkdirSync(join(home, file, '..'), { recursive: true })
    writeFileSync(join(home, file), '')
  }
  for (const [name, target] of Object.entries(links)) symlinkSync(target, join(folder, name))
  expect(await namesBelow(folder)).toEqual(names)
})

test('a folder that is not there holds no file, and nobody is told', async () => {
  await expect(namesBelow(join(tempFolder(), 'none'))).rejects.toMatchObject({ code: 'ENOENT' })
})
