import { expect, test } from 'vitest'
import { copyStore } from '../../src/storage/copy/copy-store.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { user } from '../../src/testing/contracts/store-cases/store-case.ts'
import { scratch } from './scratch.ts'

const journal = () => createJournalStore(scratch(), { durability: 'none' })

test('an id that the target cannot take stops a copy in its middle, or is not named', async () => {
  const from = createMemoryStore()
  for (const id of ['/'.repeat(60), 'well', 'x'.repeat(300)]) await from.messages.append(id, [user(id)])
  const to = journal()
  await expect(copyStore(from, to)).rejects.toMatchObject({
    code: 'invalid_value',
    message: expect.stringMatching(/^Nothing was copied\. .* 2 session ids: .*"\/{60}".*SQLite/),
  })
  expect(await to.messages.list()).toEqual([])
  await to.close()
})

test('a path as an id is lost, or becomes another, on its way through a journal', async () => {
  const [from, over, to] = [createMemoryStore(), journal(), createMemoryStore()]
  const ids = ['', '..', '../up', 'a%002fb', 'a/b', 'https://host/x?y', 'é']
  for (const id of ids) await from.messages.append(id, [user(id)])
  expect(await copyStore(from, over)).toMatchObject({ copied: ids.length })
  expect(await copyStore(over, to)).toMatchObject({ copied: ids.length })
  for (const id of ids) expect((await to.messages.load(id))?.messages[0]?.raw).toEqual(user(id).raw)
  await over.close()
})
