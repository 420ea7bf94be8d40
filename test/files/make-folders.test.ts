import { spawnSync } from 'node:child_process'
import { existsSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeFolders } from '../../src/files/make-folders.ts'
import { tempFolder } from './temp-folder.ts'

describe('folders', () => {
  test('are missing, open to others, or the topmost of them is not told', () => {
    const root = tempFolder()
    const deep = join(root, 'a', 'b', 'c')
    expect([makeFolders(deep), makeFolders(deep), makeFolders(join(deep, 'd')), makeFolders(root)]).toEqual([
      join(root, 'a'),
      undefined,
      join(deep, 'd'),
      undefined,
    ])
    for (const made of [join(root, 'a'), deep]) expect(statSync(made).mode & 0o777).toBe(0o700)
  })

  test('below a file, or where a link leads nowhere, are made or no error', () => {
    const root = tempFolder()
    writeFileSync(join(root, 'file'), '')
    symlinkSync(join(root, 'none'), join(root, 'link'))
    expect(() => makeFolders(join(root, 'file'))).toThrow('EEXIST')
    expect(() => makeFolders(join(root, 'file', 'a', 'b'))).toThrow('ENOTDIR')
    expect(() => makeFolders(join(root, 'link', 'a'))).toThrow('EEXIST')
  })

  // In a process of its own: Node's recursive `mkdir` blocks the one it is called in.
  test.runIf(existsSync('/proc/self'))('where the system takes none keep the process for ever', () => {
    const source = new URL('../../src/files/make-folders.ts', import.meta.url).href
    const code = `import(${JSON.stringify(source)}).then(({ makeFolders }) => makeFolders('/proc/none/a'))`
    const { signal, stderr } = spawnSync(process.execPath, ['-e', code], { timeout: 30_000, encoding: 'utf8' })
    expect([signal, stderr]).toEqual([
      null,
      expect.stringContaining("ENOENT: no such file or directory, mkdir '/proc/none'"),
    ])
  })
})
