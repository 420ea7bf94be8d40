import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { StoreError } from '../../src/storage/store-error.ts'

const SOURCES = join(import.meta.dirname, '../../src/storage')

test('importing the stores loads the database, zod or crypto before they are used', () => {
  const script = `
    const before = new Set(process.moduleLoadList)
    const { createSqliteStore } = await import(${JSON.stringify(join(SOURCES, 'sqlite/create-sqlite-store.ts'))})
    const { createMemoryStore } = await import(${JSON.stringify(join(SOURCES, 'memory/create-memory-store.ts'))})
    createSqliteStore(':memory:'), createMemoryStore()
    const loaded = process.moduleLoadList.filter((name) => !before.has(name))
    console.log(JSON.stringify(loaded.filter((name) => /sqlite|crypto$|zlib/.test(name))))
    const zod = process.getBuiltinModule('node:module').createRequire(import.meta.url)
    console.log(JSON.stringify(Object.keys(zod.cache).filter((name) => name.includes('zod'))))`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
  expect(output.trim().split('\n')).toEqual(['[]', '[]'])
})

test('an error of another copy of the library is not recognised, or any error is', () => {
  const error = new StoreError({ code: 'locked', message: 'It is locked.', path: '/tmp/a.db', cause: 1 })
  const foreign = Object.defineProperty(new Error('copy'), Symbol.for('session-recovery.StoreError'), { value: true })
  expect(StoreError.isInstance(error)).toBe(true)
  expect(StoreError.isInstance(foreign)).toBe(true)
  expect(StoreError.isInstance(new Error('other'))).toBe(false)
  expect(StoreError.isInstance({ code: 'locked' })).toBe(false)
  expect(error.message).toBe(
    'It is locked. [/tmp/a.db] Another process is writing; try again, or raise `busyTimeoutMs`.',
  )
  expect(error.cause).toBe(1)
})
