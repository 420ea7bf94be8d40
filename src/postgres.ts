export {
  createPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from './storage/postgres/create-postgres-store.ts'
export { copyStore, type CopyOutcome } from './storage/copy/copy-store.ts'
export { leastRights } from './storage/postgres/least-rights.ts'
export { postgresSchema } from './storage/postgres/migrate-postgres.ts'
export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresQueryable,
  PostgresResult,
} from './storage/postgres/pool.ts'
