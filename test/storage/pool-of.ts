import type { PostgresClient, PostgresPool } from '../../src/storage/postgres/pool.ts'

/** A pool of connections that answer so. */
export function poolOf(
  query: PostgresClient['query'],
  release: PostgresClient['release'] = () => undefined,
): PostgresPool {
  const ignored = (): undefined => undefined
  const client: PostgresClient = { query, release, on: ignored, off: ignored }
  return { connect: async () => client, end: async () => undefined, on: ignored, off: ignored }
}
