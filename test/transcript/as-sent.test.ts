import { expect, test } from 'vitest'
import { AsSent } from '../../src/transcript/as-sent.ts'

test('a value that the client reads itself is asked what it sends', () => {
  const own = { toJSON: () => 'sent' }
  expect(new AsSent((value) => value === own).read([own])).toEqual([own])
  expect(new AsSent().read([own])).toEqual(['sent'])
})
