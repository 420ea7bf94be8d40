import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Change } from '../../src/storage/change.ts'
import type { SessionRow } from '../../src/storage/rows.ts'
import { type SqliteBackend, sqliteBackend } from '../../src/storage/sqlite/sqlite-backend.ts'
import { tempFolder } from '../files/temp-folder.ts'

function opened(path: string): SqliteBackend {
  const backend = sqliteBackend(path, { synchronous: 'normal', readOnly: false, busyTimeoutMs: 1000 })
  onTestFinished(() => backend.close())
  return backend
}

const row = (revision: number, fields: Partial<SessionRow> = {}): SessionRow => ({
  sessionID: 's',
  epoch: 0,
  revision,
  floor: 0,
  count: 0,
  head: '',
  standing: null,
  nextKey: 1,
  createdAt: 1,
  updatedAt: 1,
  removedAt: null,
  ...fields,
})

const saved = (session: SessionRow): Change => ({ type: 'session_saved', sessionID: session.sessionID, session })

const save = (backend: SqliteBackend, ...changes: Change[]): Promise<unknown> =>
  backend.run({ sessionID: 's' }, () => ({ changes, result: null }))

/** What a decision is told of a session. */
async function seen(backend: SqliteBackend, sessionID = 's'): Promise<SessionRow | null> {
  let told: SessionRow | null = null
  await backend.run({ sessionID }, ({ session }) => {
    told = session
    return { changes: [], result: null }
  })
  return told
}

describe('the row of a session that this connection wrote', () => {
  test.each<[string, readonly Change[]]>([
    ['saved', [saved(row(1))]],
    ['saved twice at once', [saved(row(1)), saved(row(2, { count: 2, head: 'f00' }))]],
    ['with a standing request', [saved(row(1, { standing: '{"tools":["\\ud800"]}' }))]],
    ['removed', [saved(row(1)), { type: 'session_removed', sessionID: 's', session: row(1, { removedAt: 2 }) }]],
  ])('%s is not the row that is in the file', async (_, changes) => {
    const path = join(tempFolder(), 'store.db')
    const backend = opened(path)
    await save(backend, ...changes)
    expect(await seen(backend)).toStrictEqual(await seen(opened(path)))
    expect(await seen(backend)).not.toBeNull()
  })

  test('is read again although nobody else has written', async () => {
    const backend = opened(join(tempFolder(), 'store.db'))
    const mine = row(1, { sessionID: 'mine' })
    await save(backend, saved(row(1)), saved(mine))
    expect(await seen(backend, 'mine')).toBe(mine)
    expect(await seen(backend, 'mine')).toBe(mine)
  })

  test('hides what another connection has written since', async () => {
    const path = join(tempFolder(), 'store.db')
    const [mine, other] = [opened(path), opened(path)]
    await save(mine, saved(row(1)))
    for (const [index, backend] of [other, mine, other, other, mine].entries()) {
      await save(backend, saved(row(index + 2)))
      expect(await seen(mine)).toMatchObject({ revision: index + 2 })
      expect(await seen(other)).toMatchObject({ revision: index + 2 })
    }
  })

  test('is that of a transaction that failed', async () => {
    const backend = opened(join(tempFolder(), 'store.db'))
    await save(backend, saved(row(1)))
    await expect(save(backend, saved(row(2)), saved(row(3, { head: Symbol() as never })))).rejects.toThrow(/.../)
    expect(await seen(backend)).toMatchObject({ revision: 1 })
  })

  test('is that of another session, or of none, once there are many', async () => {
    const backend = opened(join(tempFolder(), 'store.db'))
    const ids = Array.from({ length: 40 }, (_, index) => `s${index}`)
    for (const [index, sessionID] of ids.entries()) await save(backend, saved(row(index + 1, { sessionID })))
    for (const [index, sessionID] of ids.entries())
      expect(await seen(backend, sessionID)).toMatchObject({ sessionID, revision: index + 1 })
  })
  test('is forgotten when one of as many as are kept is written again', async () => {
    const backend = opened(join(tempFolder(), 'store.db'))
    const rows = Array.from({ length: 16 }, (_, index) => row(1, { sessionID: `s${index}` }))
    for (const mine of rows) await save(backend, saved(mine))
    await save(backend, saved(row(2, { sessionID: 's0' })))
    for (const mine of rows.slice(1)) expect(await seen(backend, mine.sessionID)).toBe(mine)
  })
})
