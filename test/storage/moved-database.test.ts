import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createSqliteStore } from '../../src/index.ts'
import { tempFolder } from '../files/temp-folder.ts'

const say = (content: string) => [{ raw: { role: 'user', content } }]
const logs = ['', '-wal', '-shm', '-journal']

/** What becomes of a database with its log while it is open, and how many messages stand at its path then. */
const moves: readonly (readonly [name: string, move: (path: string) => void, left: number | undefined])[] = [
  [
    'renamed by a rotation',
    (path) => {
      for (const end of logs) if (existsSync(path + end)) renameSync(path + end, `${path}.1${end}`)
    },
    undefined,
  ],
  [
    'removed',
    (path) => {
      for (const end of logs) rmSync(path + end, { force: true })
    },
    undefined,
  ],
  [
    'replaced by a backup',
    (path) => {
      for (const end of logs.slice(1)) rmSync(path + end, { force: true })
      renameSync(`${path}.backup`, path)
    },
    1,
  ],
]

test.each(moves)('a message is acknowledged, or read, after the file was %s (I8)', async (_, move, left) => {
  const path = join(tempFolder(), 'store.db')
  await using first = createSqliteStore(path)
  await first.messages.append('s', say('one'))
  await first.close()
  copyFileSync(path, `${path}.backup`)
  await using store = createSqliteStore(path)
  await store.messages.append('s', say('two'))
  move(path)
  await expect(store.messages.append('s', say('three'))).rejects.toMatchObject({
    code: 'io',
    path,
    message: expect.stringMatching(/moved away, removed or replaced .*Nothing was acknowledged\. Put the file back/s),
  })
  // The next call opens what stands there.
  expect((await store.messages.load('s'))?.messages.length).toBe(left)
  await store.messages.append('s', say('four'))
  await using other = createSqliteStore(path)
  expect((await other.messages.load('s'))?.messages.at(-1)?.raw).toEqual(say('four')[0]!.raw)
})

test('a read of a file that was moved away answers with what nobody has any more', async () => {
  const path = join(tempFolder(), 'store.db')
  await using store = createSqliteStore(path)
  await store.messages.append('s', say('one'))
  moves[1]![1](path)
  await expect(store.messages.load('s')).rejects.toMatchObject({ code: 'io', path })
  expect(await store.messages.load('s')).toBe(null)
})

test('a store in memory is taken for one that was removed', async () => {
  await using store = createSqliteStore(':memory:')
  await store.messages.append('s', say('one'))
  expect((await store.messages.load('s'))?.messages).toHaveLength(1)
})
