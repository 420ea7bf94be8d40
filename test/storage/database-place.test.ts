import { expect, test } from 'vitest'
import { lazyPool } from '../../src/storage/postgres/lazy-pool.ts'
import { placeOfPool, placeOfUrl } from '../../src/storage/postgres/database-place.ts'

test.each([
  ['postgres://ada:secret@db.example:5433/agents?ssl=1', 'db.example:5433/agents'],
  ['postgresql://db.example', 'db.example'],
  ['postgres:///agents?host=/var/run/postgresql&password=secret', '/var/run/postgresql/agents'],
  ['postgres://[::1]:5433/agents', '[::1]:5433/agents'],
  ['postgres:///agents', undefined],
  ['postgres://host:5432:1/agents', undefined],
  // Passwords whose characters are not escaped.
  ['postgres://ada:12/secret@host/agents', undefined],
  ['postgres://ada:12#secret@host/agents', undefined],
  ['postgres://ada:12?secret@host/agents', undefined],
  ['postgres://ada:s@ecret@host/agents', 'host/agents'],
])('%s is not named, or its password is', (connectionString, place) => {
  expect([placeOfUrl(connectionString), placeOfPool(lazyPool(connectionString))]).toEqual([place, place])
})

test('a pool that was given in parts is not named, or one that tells nothing ends an error', () => {
  expect(placeOfPool({ options: { host: 'db', port: 5433, database: 'agents', password: 'secret' } })).toBe(
    'db:5433/agents',
  )
  expect(placeOfPool({ options: { host: 'db' } })).toBe('db')
  for (const options of [undefined, null, 'x', {}]) expect(placeOfPool({ options })).toBeUndefined()
})
