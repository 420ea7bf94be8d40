import { existsSync, renameSync, rmSync } from 'node:fs'
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

test.each([
  ['all sessions', '', (path: string) => renameSync(path, `${path}.1`)],
  ['all sessions', '', (path: string) => rmSync(path, { recursive: true })],
  ['a session', 's', (path: string) => renameSync(path, `${path}.1`)],
  ['a session', 's', (path: string) => rmSync(path, { recursive: true })],
])(
  'where the folder of %s was moved away a message is acknowledged, or another process is said to hold the session (I8)',
  async (_, name, move) => {
    const folder = join(tempFolder(), 'journal')
    await using store = createJournalStore(folder)
    const say = (content: string): Promise<unknown> => store.messages.append('s', [{ raw: { role: 'user', content } }])
    await say('one')
    move(join(folder, name))
    await expect(say('two')).rejects.toMatchObject({
      code: 'io',
      path: folder,
      message: expect.stringMatching(
        /moved away or removed: .*journal.s\. .*Nothing was acknowledged\. Put the folder back/,
      ),
    })
  },
)
