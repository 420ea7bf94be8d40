import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createSqliteStore } from '../../src/index.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { tempFolder } from '../files/temp-folder.ts'

test.each([
  ['SQLite', createSqliteStore],
  ['journal', createJournalStore],
] as const)(
  'a %s store that was named from a folder which the process has left is lost, or begins anew in the other folder',
  async (_, createStore) => {
    const [from, to] = [tempFolder(), tempFolder()]
    const start = process.cwd()
    onTestFinished(() => process.chdir(start))
    process.chdir(from)
    await using store = createStore('store')
    await store.messages.append('s', [{ raw: { role: 'user', content: 'one' } }])
    process.chdir(to)
    await store.messages.append('s', [{ raw: { role: 'user', content: 'two' } }])
    expect((await store.messages.load('s'))?.messages).toHaveLength(2)
    expect([existsSync(join(from, 'store')), existsSync(join(to, 'store'))]).toEqual([true, false])
  },
)
