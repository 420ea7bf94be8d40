import { expect, test } from 'vitest'
import { StoreError } from '../../src/storage/store-error.ts'

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
