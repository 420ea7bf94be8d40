import { readdirSync } from 'node:fs'
import { appendFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { catchUpWrites } from '../../src/doctor/audit/journal/catch-up-writes.ts'
import { mendedFiles } from '../../src/doctor/audit/journal/mended-files.ts'
import { createSqliteStore } from '../../src/index.ts'
import { readCopied, type CopiedSession } from '../../src/storage/copy/copied-session.ts'
import { nodeFs } from '../../src/files/node-fs.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { folderNameOf } from '../../src/journal/session-folder.ts'
import { tempFolder } from '../files/temp-folder.ts'

test('work on the copy of a session writes through a link to what somebody else keeps', async () => {
  const [root, elsewhere] = [tempFolder(), tempFolder()]
  const name = folderNameOf('s')
  await mkdir(join(root, name))
  await writeFile(join(root, name, 'own.jsonl'), 'own\n')
  await writeFile(join(elsewhere, 'kept.jsonl'), 'kept\n')
  await symlink(join(elsewhere, 'kept.jsonl'), join(root, name, 'linked.jsonl'))
  const writes = await mendedFiles(nodeFs, root, 's', async (copy) => {
    for (const file of ['own.jsonl', 'linked.jsonl']) await appendFile(join(copy, name, file), 'more\n')
  })
  expect(await readFile(join(elsewhere, 'kept.jsonl'), 'utf8')).toBe('kept\n')
  expect(writes.map(({ path, seen }) => [path, seen !== undefined])).toEqual([
    // As if it were new: where something stands already, the write is refused.
    [join(root, name, 'linked.jsonl'), false],
    [join(root, name, 'own.jsonl'), true],
  ])
})

test('what is kept comes behind what is changed, or what stayed, a claim or a folder is written', async () => {
  const root = tempFolder()
  const folder = join(root, folderNameOf('s'))
  await mkdir(join(folder, 'inner'), { recursive: true })
  for (const file of ['a.jsonl', 'b.jsonl', 'inner/c.jsonl', 'writer.7.json', 'my-writer.7.json'])
    await writeFile(join(folder, file), 'own\n')
  const writes = await mendedFiles(nodeFs, root, 's', async (copies) => {
    const copy = join(copies, folderNameOf('s'))
    for (const file of ['a.jsonl', 'inner/c.jsonl', 'writer.7.json', 'my-writer.7.json'])
      await appendFile(join(copy, file), 'more\n')
    for (const file of ['d.jsonl', 'writer.8.json', 'inner/e.jsonl']) await writeFile(join(copy, file), 'new\n')
  })
  expect(writes.map(({ path, content }) => [path.slice(folder.length + 1), String(content)])).toEqual([
    ['d.jsonl', 'new\n'],
    ['inner/e.jsonl', 'new\n'],
    ['a.jsonl', 'own\nmore\n'],
    ['inner/c.jsonl', 'own\nmore\n'],
    ['my-writer.7.json', 'own\nmore\n'],
  ])
  expect(writes.map(({ seen }) => seen !== undefined)).toEqual([false, false, true, true, true])
})

test.each(['journal', 'sqlite'])(
  'a copy in %s that has changed since it was compared is written, or what the work was done on is left behind',
  async (into) => {
    const root = tempFolder()
    const [folder, copies, stateDb] = [join(root, 'sessions'), join(root, 'copies'), join(root, 'state.db')]
    await mkdir(copies)
    vi.stubEnv('TMPDIR', copies)
    onTestFinished(() => void vi.unstubAllEnvs())
    const stores = { journal: createJournalStore(folder), sqlite: createSqliteStore(stateDb) }
    for (const store of Object.values(stores)) {
      await store.messages.append('s', [{ raw: { role: 'user', content: 'a' } }])
      await store.close()
    }
    const read = createJournalStore(folder)
    const copied = (await read.execute(readCopied, { sessionID: 's' })) as CopiedSession
    await read.close()
    const writes = catchUpWrites({ folder, stateDb, fs: nodeFs }, [{ sessionID: 's', into, copied, expected: 'other' }])
    await expect(writes).rejects.toMatchObject({ code: 'stale_revision' })
    expect(readdirSync(copies)).toEqual([])
  },
)
