import { Client, Pool } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, type PostgresServerOptions, startPostgres } from './start-postgres.ts'

/** A server for all tests of a file, and a new schema and pool for whoever asks. `DATABASE_URL` is taken where it is set. */
export function usePostgres(options: PostgresServerOptions = {}): {
  readonly server: () => PostgresServer
  readonly url: () => string
  readonly schema: () => string
  readonly pool: (max?: number) => Pool
} {
  const given = process.env['DATABASE_URL']
  const pools: Pool[] = []
  const schemas: string[] = []
  let server: PostgresServer | undefined
  const url = (): string => given ?? server!.url
  beforeAll(async () => {
    if (given === undefined) server = await startPostgres(options)
  })
  afterAll(async () => {
    if (given !== undefined) {
      const client = new Client({ connectionString: given })
      await client.connect()
      for (const schema of schemas) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
      await client.end()
    }
    await Promise.all(pools.map((pool) => pool.end()))
    await server?.stop()
  })
  return {
    server() {
      if (server === undefined) throw new Error('This test restarts the server and cannot run on DATABASE_URL.')
      return server
    },
    url,
    schema() {
      const schema = `sr_${process.pid}_${schemas.length}_${Date.now().toString(36)}`
      schemas.push(schema)
      return schema
    },
    pool(max = 5) {
      const pool = new Pool({ connectionString: url(), max })
      pool.on('error', () => undefined)
      pools.push(pool)
      return pool
    },
  }
}
