import { expect, test } from 'vitest'
import { OptionsError } from '../../src/errors/options-error.ts'
import { recoverJournal } from '../../src/journal/recover-journal.ts'
import { createJournalStore } from '../../src/storage/journal/create-journal-store.ts'
import { createMemoryStore } from '../../src/storage/memory/create-memory-store.ts'
import { createSqliteStore } from '../../src/storage/sqlite/create-sqlite-store.ts'
import { MemoryFs } from '../files/memory-fs.ts'

/** As a program without types gives them. */
const given = (options: object): never => options as never

test.each<readonly [what: string, make: () => unknown, named: string]>([
  ['a SQLite store', () => createSqliteStore(':memory:', given({ readonly: true })), 'readonly'],
  ['a memory store', () => createMemoryStore(given({ maxsize: 1 })), 'maxsize'],
  ['a journal', () => createJournalStore('/s', given({ durabilty: 'none' })), 'durabilty'],
  ['the retention of a journal', () => createJournalStore('/s', given({ retention: { age: 1 } })), 'age'],
])('a misspelt option of %s is passed over in silence', (_, make, named) => {
  const told = expect.objectContaining({ message: expect.stringMatching(`^Unknown option ${named}\\.`) as string })
  expect(make).toThrow(told as Error)
  expect(make).toThrow(OptionsError)
})

test.each([{ sessionId: 's' }, { mode: 'tial' }, { apply: 'no' }, { sessionID: 7 }])(
  'a recovery that was asked for with %j goes over all sessions, or further than was meant',
  async (options) => {
    const fs = new MemoryFs()
    const store = createJournalStore('/s', { fs })
    await store.messages.append('s', [{ raw: { role: 'user', content: 'hi' } }])
    await store.close()
    const path = fs.paths().find((each) => each.endsWith('records.ndjson'))!
    fs.put(path, `${fs.text(path)}{"seq":2,`)
    const before = fs.text(path)
    const asked = recoverJournal('/s', given({ fs, acknowledge: true, ...options }))
    await expect(asked).rejects.toThrow(OptionsError)
    expect(fs.text(path)).toBe(before)
  },
)
