import { mkdtempSync, rmSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSqliteStore } from '../src/index.ts'
import { awaitedShareOf, type Row, shareRow } from './measure.ts'
import { plainConversation } from './plain-conversation.ts'

/** As many as wait at most, since the next one moves all that were appended before it: each round has its share of that. */
const appends = 512

/** The SQLite store beside a plain table with the same durability, and one repair of a long session. */
export async function* measureStores(rounds: number): AsyncGenerator<Row> {
  const folder = mkdtempSync(join(tmpdir(), 'session-recovery-bench-'))
  const store = createSqliteStore(join(folder, 'sessions.db'))
  try {
    const { messages } = plainConversation('anthropic-messages', 10_000)
    yield await measureAppends(join(folder, 'raw.db'), store, messages, rounds)
    yield await measureRepair(store, messages, rounds)
  } finally {
    await store.close()
    rmSync(folder, { recursive: true })
  }
}

type Store = ReturnType<typeof createSqliteStore>

async function measureAppends(path: string, store: Store, messages: readonly object[], rounds: number): Promise<Row> {
  const database = new DatabaseSync(path)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE messages (raw TEXT NOT NULL)')
  const insert = database.prepare('INSERT INTO messages VALUES (?)')
  const few = messages.slice(0, appends)
  const share = await awaitedShareOf(
    async () => {
      for (const raw of few) await store.messages.append('appended', [{ raw }])
    },
    async () => {
      for (const raw of few) insert.run(JSON.stringify(raw))
    },
    rounds,
  )
  database.close()
  return shareRow('SQLite store: single appends, beside inserts into a plain table', share, 1 / 0.7)
}

/** The hardest place is the first: every digest behind it changes. */
async function measureRepair(store: Store, messages: readonly object[], rounds: number): Promise<Row> {
  let revision = await store.messages.append(
    'repaired',
    messages.map((raw) => ({ raw })),
  )
  let before: unknown = messages[0]
  let best = Infinity
  for (let round = 0; round < rounds; round += 1) {
    const after = { role: 'user', content: `Repaired ${round}.` }
    const edit = { op: 'replace', index: 0, before, after, because: ['blank_text'], loss: 'none' } as const
    const start = performance.now()
    revision = (await store.transact('repaired', [edit], { expect: revision })).revision
    best = Math.min(best, performance.now() - start)
    before = after
  }
  return { what: 'SQLite store: a repair at the front of 10,000 messages', unit: 'ms', value: best, target: 50 }
}
