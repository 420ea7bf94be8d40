import { expect, onTestFinished, test, vi } from 'vitest'
import { warnOnce } from '../../src/storage/journal/unreadable-sessions.ts'
import { StoreError } from '../../src/storage/store-error.ts'

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
