import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { warnOnce } from '../../src/storage/journal/unreadable-sessions.ts'
import { StoreError } from '../../src/storage/store-error.ts'
import { tempFolder } from '../files/temp-folder.ts'
import { open } from './journal-on-disk.ts'

test('a session that was left out is told twice, without its name, or with its remedy once more', () => {
  const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
  onTestFinished(() => warn.mockRestore())
  const tell = warnOnce()
  const error = (sessionID: string): StoreError =>
    new StoreError({ code: 'corrupt', message: 'No records.', remedy: 'Restore them.', sessionID })
  for (const sessionID of ['a', 'a', 'b']) tell(error(sessionID))
  const options = { type: 'SessionRecoveryWarning', code: 'corrupt' }
  expect(warn.mock.calls).toEqual([
    ['Session "a" was left out. No records. Restore them.', options],
    ['Session "b" was left out. No records. Restore them.', options],
  ])
})

test('of a session that cannot be read something is listed as known, or it stands before one that can', async () => {
  const folder = tempFolder()
  const store = open(folder)
  for (const id of ['a', 'b', 'c']) await store.messages.append(id, [{ raw: { role: 'user', content: 'Hello.' } }])
  await store.close()
  for (const id of ['a', 'c']) writeFileSync(join(folder, id, 'records.ndjson'), 'no record\n')
  const nothing = { revision: 0, epoch: 0, messageCount: 0, partCount: 0, createdAt: 0, updatedAt: 0 }
  const unreadable = expect.any(StoreError) as StoreError
  expect(await open(folder, { onUnreadable: () => undefined }).messages.list()).toEqual([
    expect.objectContaining({ sessionID: 'b', messageCount: 1 }),
    { sessionID: 'a', ...nothing, unreadable },
    { sessionID: 'c', ...nothing, unreadable },
  ])
})
