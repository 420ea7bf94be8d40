import { Client, Pool } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { type PostgresServer, startPostgres } from './start-postgres.ts'

let shared: Promise<PostgresServer> | undefined

/** One server for all files of this process: to start one takes longer than most of their tests. */
const sharedServer = (): Promise<PostgresServer> => (shared ??= startPostgres({ outlivesFiles: true }))

let schemasMade = 0

/**
 * A server, and a new schema and pool for whoever asks; a server of its own for a file that `restarts` it. `DATABASE_URL` is taken
 * where it is set.
 */
export function usePostgres({ restarts = false }: { readonly restarts?: boolean } = {}): {
  readonly server: () => PostgresServer
  readonly url: () => string
  readonly schema: () => string
  readonly pool: (max?: number) => Pool
} {
  const given = process.env['DATABASE_URL']
  const pools: Pool[] = []
  const schemas: string[] = []
  const isOwn = restarts || process.platform === 'win32'
  let server: PostgresServer | undefined
  const url = (): string => given ?? server!.url
  beforeAll(async () => {
    if (given === undefined) server = await (isOwn ? startPostgres() : sharedServer())
  })
  afterAll(async () => {
    if (given !== undefined) {
      const client = new Client({ connectionString: given })
      await client.connect()
      for (const schema of schemas) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`)
      await client.end()
    }
    await Promise.all(pools.map((pool) => pool.end()))
    if (isOwn) await server?.stop()
  })
  return {
    server() {
      if (server === undefined) throw new Error('This test restarts the server and cannot run on DATABASE_URL.')
      if (!isOwn) throw new Error('Other files use this server: ask for one with `restarts`.')
      return server
    },
    url,
    schema() {
      const schema = `sr_${process.pid}_${schemasMade}_${Date.now().toString(36)}`
      schemasMade += 1
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
