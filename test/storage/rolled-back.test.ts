import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Change } from '../../src/storage/change.ts'
import { Connection } from '../../src/storage/postgres/connection.ts'
import type { PostgresPool, PostgresQuery } from '../../src/storage/postgres/pool.ts'
import { sqliteBackend } from '../../src/storage/sqlite/sqlite-backend.ts'
import { poolOf } from './pool-of.ts'
import { tempFolder } from '../files/temp-folder.ts'

const state = (key: string, value: unknown): Change => ({
  type: 'state_saved',
  sessionID: 's',
  entry: { owner: 'o', key, value: value as string, expiresAt: null, updatedAt: 1 },
})
/** No column holds it: the statement fails, not the decision. */
const unstorable = state('bad', Symbol('no cell'))

describe('SQLite: a transaction that fails', () => {
  const needs = { sessionID: 's', states: true } as const
  test.each<[string, readonly Change[] | null]>([
    ['in its decision', null],
    ['at its first change', [unstorable, state('a', '1')]],
    ['at its last change', [state('a', '1'), unstorable]],
    ['at two changes', [unstorable, state('a', '1'), unstorable]],
  ])('%s leaves something behind, or keeps the next one from beginning', async (_, changes) => {
    const backend = sqliteBackend(join(tempFolder(), 'store.db'), {
      synchronous: 'normal',
      readOnly: false,
      busyTimeoutMs: 0,
    })
    onTestFinished(() => backend.close())
    await backend.run(needs, () => ({ changes: [state('before', '0')], result: null }))
    const failing = backend.run(needs, () => {
      if (changes === null) throw new Error('no decision')
      return { changes, result: null }
    })
    await expect(failing).rejects.toThrow(changes === null ? 'no decision' : /.../)
    const { states } = await backend.load(needs)
    expect(states.map(({ key }) => key)).toEqual(['before'])
    await backend.run(needs, () => ({ changes: [state('after', '2')], result: null }))
    expect((await backend.load(needs)).states).toHaveLength(2)
  })
})

test('a SQLite store is told to be closed before it is, or waits for nobody', async () => {
  const path = join(tempFolder(), 'store.db')
  const backend = sqliteBackend(path, { synchronous: 'normal', readOnly: false, busyTimeoutMs: 0 })
  const writing = backend.run({ sessionID: 's' }, () => ({ changes: [state('a', '1')], result: null }))
  const closed = backend.close()
  expect(await closed).toBeUndefined()
  expect(existsSync(`${path}-wal`)).toBe(false)
  await expect(writing).resolves.toMatchObject({ result: null })
  await backend.close()
  await expect(backend.load({ sessionID: 's' })).rejects.toMatchObject({ code: 'closed' })
})

describe('PostgreSQL: a transaction that fails', () => {
  const begin = 'BEGIN ISOLATION LEVEL READ COMMITTED'
  const steps = [begin, 'one', 'two', 'COMMIT']
  test.each<[string, readonly string[], readonly string[], isKept: boolean]>([
    ['nowhere', [], steps, true],
    ['in its beginning', [begin], [begin, 'ROLLBACK'], true],
    ['at its first statement', ['one'], [begin, 'one', 'ROLLBACK'], true],
    ['at its last statement', ['two'], [begin, 'one', 'two', 'ROLLBACK'], true],
    ['in its commit', ['COMMIT'], [...steps, 'ROLLBACK'], true],
    ['at a statement and in its end', ['one', 'ROLLBACK'], [begin, 'one', 'ROLLBACK'], false],
    ['in its commit and in its end', ['COMMIT', 'ROLLBACK'], [...steps, 'ROLLBACK'], false],
  ])('%s stays open on a connection that the pool hands out again', async (_, failures, expected, isKept) => {
    const { destroyed, pool, said } = poolThatFails(failures)
    const connection = new Connection(pool, { statementTimeoutMs: 1000, retryMs: 0 })
    const running = connection.transaction(async (tx) => {
      await tx.query({ text: 'one' })
      return tx.query({ text: 'two' })
    })
    const ended = await running.then(
      () => 'committed',
      ({ name }: Error) => name,
    )
    expect(ended).toBe(failures.length === 0 ? 'committed' : 'StoreError')
    expect(said).toEqual(expected)
    expect(destroyed).toEqual([!isKept])
  })
})

/** A pool of one connection, on which these statements fail. */
function poolThatFails(failures: readonly string[]): {
  readonly pool: PostgresPool
  readonly said: string[]
  readonly destroyed: boolean[]
} {
  const said: string[] = []
  const destroyed: boolean[] = []
  const query = async ({ text }: PostgresQuery): Promise<{ rows: [] }> => {
    said.push(text)
    if (failures.includes(text)) throw Object.assign(new Error(`${text} failed`), { code: '22000' })
    return { rows: [] }
  }
  return { pool: poolOf(query, (destroy = false) => void destroyed.push(destroy)), said, destroyed }
}
