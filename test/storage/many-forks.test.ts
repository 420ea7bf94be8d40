import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Change } from '../../src/storage/change.ts'
import { memoryBackend } from '../../src/storage/memory/memory-backend.ts'
import { sqliteBackend } from '../../src/storage/sqlite/sqlite-backend.ts'
import { applyChanges } from '../../src/storage/state/apply-changes.ts'
import { emptyState } from '../../src/storage/state/store-state.ts'
import type { StoreBackend } from '../../src/storage/store-backend.ts'
import { tempFolder } from '../files/temp-folder.ts'

const count = 48

/** A session that has the digest `shared` as one of its prefixes, of an early time, or before a change; each fifth ends there. */
function forkOf(index: number): readonly Change[] {
  const sessionID = `fork ${index}`
  const end = index % 5 === 0 ? 'shared' : 'else'
  const times = { createdAt: 1, updatedAt: (index * 7) % count, removedAt: null }
  const row = { sessionID, epoch: 0, revision: 9, floor: 0, count: 1, head: end, standing: null, nextKey: 2, ...times }
  const message = { key: 2, place: 2, contentDigest: '', meta: '{}', raw: '{}', prefix: 'shared', revision: index }
  const change = { revision: 9, epoch: 0, kind: 'replace', from: 0, undoes: null, undoneBy: null, meta: null } as const
  const known: readonly Change[] = [
    {
      type: 'messages_added',
      sessionID,
      messages: [{ ...message, key: 1, place: 1, prefix: null, revision: 1000 }, message],
    },
    { type: 'prefixes_added', sessionID, prefixes: [{ digest: 'shared', revision: index }] },
    { type: 'change_recorded', sessionID, change: { ...change, createdAt: 1, formerHead: 'shared', edits: [] } },
  ]
  return [{ type: 'session_saved', sessionID, session: row }, known[index % 3]!]
}

test('of many forks SQLite lists others than memory, or says that they knew the digest at another revision', async () => {
  const options = { synchronous: 'normal', readOnly: false, busyTimeoutMs: 0 } as const
  const sqlite = sqliteBackend(join(tempFolder(), 'store.db'), options)
  onTestFinished(() => sqlite.close())
  const memory = memoryBackend({ maxSessions: count, maxSize: 2 ** 20 }, () => 0)
  const changes = Array.from({ length: count }, (_, index) => forkOf(index)).flat()
  for (const backend of [sqlite, memory])
    for (const change of changes)
      await backend.run({ sessionID: change.sessionID }, () => ({ changes: [change], result: null }))
  const listed = async (backend: StoreBackend): Promise<readonly string[]> =>
    (await backend.prefixes(['none', 'shared'])).map(
      ({ digest, revision, session: { head, sessionID } }) => `${digest}: ${sessionID} at ${revision}, ends ${head}`,
    )
  const found = await listed(sqlite)
  expect(found).toEqual(await listed(memory))
  expect(found).toHaveLength(16)
  expect(new Set(found.map((line) => / at null/.test(line)))).toEqual(new Set([true, false]))
})

test('a session that was changed very often cannot be read back from one record', () => {
  const sessionID = 'fork 1'
  const prefixes = Array.from({ length: 200_000 }, (_, revision) => ({ digest: `${revision}`, revision }))
  const state = emptyState()
  applyChanges(state, [...forkOf(1).slice(0, 1), { type: 'prefixes_added', sessionID, prefixes }])
  expect(state.sessions.get(sessionID)!.prefixes).toHaveLength(200_000)
})
