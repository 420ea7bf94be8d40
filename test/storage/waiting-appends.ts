import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { onTestFinished } from 'vitest'
import type { SessionStore } from '../../src/storage/session-store.ts'
import {
  createSqliteStore,
  type SqliteStore,
  type SqliteStoreOptions,
} from '../../src/storage/sqlite/create-sqlite-store.ts'
import { tempFolder } from '../files/temp-folder.ts'

export const said = (content: unknown): { readonly raw: object } => ({
  raw: { role: 'user', content: `${String(content)}` },
})

export function opened(path: string, options: SqliteStoreOptions = {}): SqliteStore {
  const store = createSqliteStore(path, { synchronous: 'normal', ...options })
  onTestFinished(() => store.close())
  return store
}

export function rowsOf(path: string, text: string): unknown[] {
  const database = new DatabaseSync(path, { readOnly: true })
  onTestFinished(() => database.close())
  return database
    .prepare(text)
    .all()
    .map((row) => Object.values(row))
}

export const waiting = (path: string): number =>
  Number((rowsOf(path, 'SELECT count(*) FROM appends')[0] as unknown[])[0])

/** The file as a crash leaves it: what was appended still waits. */
export async function crashed(count: number, others: readonly string[] = []): Promise<string> {
  const [path, copy] = [join(tempFolder(), 'store.db'), join(tempFolder(), 'crashed.db')]
  await using store = createSqliteStore(path, { synchronous: 'normal', now: () => 1000 })
  for (const id of ['s', ...others])
    for (let index = 0; index < count; index += 1) await store.messages.append(id, [said(`${id} ${index}`)])
  const database = new DatabaseSync(path)
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  database.close()
  copyFileSync(path, copy)
  return copy
}

export async function contentsOf(store: SessionStore, sessionID: string): Promise<unknown[] | undefined> {
  return (await store.messages.load(sessionID))?.messages.map(({ raw }) => Object(raw).content)
}

export const countTo = (count: number, name: string): string[] =>
  Array.from({ length: count }, (_, at) => `${name} ${at}`)
