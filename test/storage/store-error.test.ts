import { expect, test } from 'vitest'
import { FileWorkError } from '../../src/files/file-work-error.ts'
import { JournalError, type JournalErrorCode } from '../../src/journal/journal-error.ts'
import { journalStoreError } from '../../src/storage/journal/journal-store-error.ts'
import { toStoreError as sqliteStoreError } from '../../src/storage/sqlite/sqlite-error.ts'
import { StoreError, type StoreErrorCode } from '../../src/storage/store-error.ts'

test('an error that is told its file loses what else it knew', () => {
  const facts = {
    code: 'lease_lost',
    message: 'The lease 3 has ended.',
    sessionID: 's',
    revision: 4,
    holder: { owner: 'b', until: 9 },
    cause: new Error('why'),
  } as const
  const located = new StoreError(facts).in('/folder/store.db')
  expect(located).toBeInstanceOf(StoreError)
  const { message, ...kept } = facts
  expect(located).toMatchObject({ ...kept, path: '/folder/store.db' })
  expect(located.message).toMatch(`${message} [/folder/store.db] `)
  expect('cause' in new StoreError({ code: 'closed', message: 'x' }).in('/f')).toBe(false)
})

const system = (code: string): Error => Object.assign(new Error(code), { code })
const byJournalCode: Readonly<Record<JournalErrorCode, StoreErrorCode>> = {
  invalid_id: 'invalid_value',
  busy: 'locked',
  fenced: 'lease_lost',
  moved_away: 'io',
  unsafe_path: 'foreign_file',
  newer_format: 'newer_schema',
  damaged: 'corrupt',
  missing_records: 'corrupt',
  foreign_session: 'foreign_file',
  too_large: 'too_large',
  invalid_cursor: 'invalid_value',
  invalid_import: 'invalid_value',
  exists: 'invalid_value',
  not_found: 'not_found',
}
test.each<readonly [Error, code: StoreErrorCode]>([
  [system('ENOSPC'), 'disk_full'],
  [system('EACCES'), 'read_only'],
  [system('EROFS'), 'read_only'],
  [system('EPERM'), 'read_only'],
  [system('ENOENT'), 'cannot_open'],
  [system('EIO'), 'io'],
  [new FileWorkError('no_space', '/f', 'x'), 'disk_full'],
  [new FileWorkError('not_a_file', '/f', 'x'), 'foreign_file'],
  [new FileWorkError('changed_meanwhile', '/f', 'x'), 'io'],
  ...Object.entries(byJournalCode).map(([code, of]) => [new JournalError(code as JournalErrorCode, code), of] as const),
])('%s of a journal is another fault of a store, or forgets what it was', (cause, code) => {
  const error = journalStoreError(cause, '/root', 's')
  expect(StoreError.isInstance(error) && error.code).toBe(code)
  expect(error).toMatchObject({ path: '/root', sessionID: 's', cause })
})

test.each([
  ['EMFILE', 'Raise the limit of open files'],
  ['ENFILE', 'Raise the limit of open files'],
  ['EEXIST', 'Move away what stands there'],
  ['EIO', 'Check the disk; the next call'],
])('a journal that is told %s by the system says to check the disk, or nothing of what to do', (code, remedy) => {
  expect(journalStoreError(system(code), '/root')).toMatchObject({
    code: 'io',
    remedy: expect.stringContaining(remedy),
  })
})

test.each(Object.keys(byJournalCode))('the fault %s of a journal has no remedy, or loses it', (code) => {
  const cause = new JournalError(code as JournalErrorCode, 'It is so.')
  expect(cause.remedy).toMatch(/^[A-Z].*\.$/)
  expect(String(journalStoreError(cause, '/root'))).toContain(cause.remedy)
})

test('the remedy of a journal is told twice, or a defect is taken for a fault of the disk', () => {
  const busy = new JournalError('busy', 'It is written.')
  const told = String(journalStoreError(busy, '/root'))
  expect(told.split(busy.remedy)).toHaveLength(2)
  expect(told).toContain('It is written.')
  for (const other of [new TypeError('x is no function'), new StoreError({ code: 'io', message: 'x' }), 'text'])
    expect(journalStoreError(other, '/root')).toBe(other)
})

const bySqlite = (errcode: unknown): Error => Object.assign(new Error('hunter2'), { code: 'ERR_SQLITE_ERROR', errcode })
test.each<readonly [errcode: number, code: StoreErrorCode]>([
  [3, 'read_only'],
  [5, 'locked'],
  [5 + 256 * 2, 'locked'],
  [6, 'locked'],
  [8, 'read_only'],
  [10, 'io'],
  [11, 'corrupt'],
  [13, 'disk_full'],
  [4874, 'disk_full'],
  [14, 'cannot_open'],
  [15, 'locked'],
  [18, 'too_large'],
  [19, 'invalid_row'],
  [26, 'corrupt'],
  [1, 'io'],
  [255, 'io'],
])('the code %i of SQLite is another fault of a store, or tells what the row holds (I12)', (errcode, code) => {
  const cause = bySqlite(errcode)
  const error = sqliteStoreError(cause, '/f.db')
  expect(error).toMatchObject({ name: 'StoreError', code, path: '/f.db', cause })
  expect(String(error)).toMatch(/^StoreError: [A-Z].+\. /)
  expect(String(error)).not.toContain('hunter2')
})

test('what does not come from SQLite is taken for a fault of the file', () => {
  const known = new StoreError({ code: 'closed', message: 'x' })
  for (const other of [known, new TypeError('x'), bySqlite('11'), 'text', undefined])
    expect(sqliteStoreError(other, '/f.db')).toBe(other)
  const range = Object.assign(new RangeError('x'), { code: 'ERR_OUT_OF_RANGE' })
  expect(sqliteStoreError(range, '/f.db')).toMatchObject({ code: 'invalid_row', path: '/f.db', cause: range })
})
