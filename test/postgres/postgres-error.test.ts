import { expect, test } from 'vitest'
import { isTransient, toStoreError } from '../../src/storage/postgres/postgres-error.ts'
import { StoreError } from '../../src/storage/store-error.ts'

const failed = (code: string, message = 'row (secret) of hunter2'): Error => Object.assign(new Error(message), { code })

test.each<readonly [Error, code: string, remedy: RegExp]>([
  [failed('28P01'), 'cannot_open', /user, password and database/],
  [failed('28000'), 'cannot_open', /pg_hba/],
  [failed('3D000'), 'cannot_open', /database of the connection string/],
  [failed('42P01'), 'cannot_open', /session-recovery sql/],
  [failed('42501'), 'read_only', /--grant/],
  [failed('25006'), 'read_only', /primary/],
  [failed('40001'), 'locked', /again/],
  [failed('40P01'), 'locked', /again/],
  [failed('40003'), 'unreachable', /read the session before/],
  [failed('25P04'), 'unreachable', /database runs/],
  [failed('EMFILE'), 'unreachable', /database runs/],
  [failed('ENETDOWN'), 'unreachable', /database runs/],
  [failed('57014'), 'locked', /statement_timeout/],
  [failed('55P03'), 'locked', /again/],
  [failed('XX001'), 'corrupt', /backup/],
  [failed('XX002'), 'corrupt', /REINDEX/],
  [failed('3F000'), 'cannot_open', /session-recovery sql/],
  [failed('42883'), 'cannot_open', /session-recovery sql/],
  [failed('42P07'), 'cannot_open', /schema of its own/],
  [failed('42703'), 'cannot_open', /schema of its own/],
  [failed('54000'), 'too_large', /Store less/],
  [failed('22001'), 'invalid_row', /./],
  [failed('23505'), 'invalid_row', /./],
  [failed('ERR_SOCKET_BAD_PORT'), 'cannot_open', /%XX/],
  [new Error('URI malformed'), 'cannot_open', /%XX/],
  [new Error('Cannot use a pool after calling end on the pool'), 'cannot_open', /pool of your own/],
  [failed('53100'), 'disk_full', /disk of the database/],
  [failed('0A000'), 'io', /log of the database/],
  [failed('57P01'), 'unreachable', /database runs/],
  [failed('ECONNREFUSED'), 'unreachable', /database runs/],
  [failed('ENOTFOUND'), 'cannot_open', /host of the connection string/],
  // The host may be called after what is said of others.
  [failed('ENOTFOUND', 'getaddrinfo ENOTFOUND certificate.test'), 'cannot_open', /host of the connection string/],
  [failed('ERR_INVALID_URL', 'Invalid URL'), 'cannot_open', /%XX/],
  [
    new Error('SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string'),
    'cannot_open',
    /user, password and database/,
  ],
  [new Error('The server does not support SSL connections'), 'cannot_open', /sslmode/],
  [failed('ERR_SSL_BAD_CERT_TYPE', 'alert'), 'cannot_open', /NODE_EXTRA_CA_CERTS/],
  [failed('ERR_TLS_ALTNAME_INVALID', 'Hostname differs'), 'cannot_open', /NODE_EXTRA_CA_CERTS/],
  [failed('DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'), 'cannot_open', /NODE_EXTRA_CA_CERTS/],
])('%s has no remedy, that of a file, or tells a row (I12)', (cause, code, remedy) => {
  const error = toStoreError(cause)
  expect(StoreError.isInstance(error) && error.code).toBe(code)
  expect(error).toMatchObject({ remedy: expect.stringMatching(remedy), cause })
  expect(String(error)).not.toMatch(/hunter2|secret|folder|-wal|undefined/)
})

test('a defect of this library is taken for one of the database', () => {
  const defect = new TypeError('x is not a function')
  expect(toStoreError(defect)).toBe(defect)
})

const sqlStates = ['08006', '57P01', '57P02', '57P03', '57P05', '53300', '40001', '40P01', '25P03', '25P04']
const codes = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOENT', 'EHOSTUNREACH', 'ENETUNREACH', 'EAI_AGAIN']
const words = [
  'Connection terminated unexpectedly',
  'Query read timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  'connection error',
  'Connection ended',
]
test.each<[cause: unknown, isSo: boolean]>([
  ...[...sqlStates, ...codes].map((code): [unknown, boolean] => [failed(code), true]),
  ...words.map((message): [unknown, boolean] => [new Error(message), true]),
  ...['57014', '53100', '25006', '42P01', '00000', ''].map((code): [unknown, boolean] => [failed(code), false]),
  [failed('42601', 'syntax error at "Connection terminated"'), false],
  [failed('', 'a file named ENOENT'), false],
  ['ECONNREFUSED', false],
  [undefined, false],
])('%s may pass, or does not', (cause, isSo) => {
  expect(isTransient(cause)).toBe(isSo)
})
test('there is nothing that passes', () => expect([sqlStates.length, codes.length, words.length]).toEqual([10, 8, 6]))
