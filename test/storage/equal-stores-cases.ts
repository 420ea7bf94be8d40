import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { createPostgresStore } from '../../src/storage/postgres/create-postgres-store.ts'
import type { usePostgres } from '../postgres/postgres-server.ts'
import { offset, seeds } from '../seeds.ts'
import { embeddedStores } from './embedded-stores.ts'
import { provesEqual } from './equal-stores.ts'
import { tempFolder } from '../files/temp-folder.ts'

/** So many random sequences of commands, given to every kind of store. */
export function equalStoresCases(postgres: ReturnType<typeof usePostgres>, count: number): void {
  const sequences = seeds(count)
  let schema = ''
  let tables = ''
  beforeAll(async () => {
    schema = postgres.schema()
    const store = createPostgresStore({ pool: postgres.pool(), schema })
    await store.open()
    const { rows } = await postgres
      .pool(1)
      .query(`SELECT tablename FROM pg_tables WHERE schemaname = $1 AND tablename <> 'schema_version'`, [schema])
    tables = rows.map((row) => `${schema}.${Object(row).tablename}`).join(', ')
  })

  test(`memory, SQLite, journal and PostgreSQL differ after some command (${sequences.length} sequences, seed ${offset})`, async () => {
    const folder = tempFolder()
    const pool = postgres.pool()
    for (const seed of sequences) {
      await pool.query(`TRUNCATE ${tables}`)
      const open = ({ now }: { readonly now: () => number }) =>
        createPostgresStore({ pool, schema, migrate: false, now })
      const stores = [...embeddedStores(join(folder, String(seed))), { name: 'PostgreSQL', open }]
      await expect(provesEqual(stores, seed), `seed ${seed}`).resolves.toBeUndefined()
    }
  })
}
