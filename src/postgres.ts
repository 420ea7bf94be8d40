export {
  createPostgresStore,
  type PostgresStore,
  type PostgresStoreOptions,
} from './storage/postgres/create-postgres-store.ts'
export { postgresSchema } from './storage/postgres/migrate-postgres.ts'
export type {
  PostgresClient,
  PostgresPool,
  PostgresQuery,
  PostgresQueryable,
  PostgresResult,
} from './storage/postgres/pool.ts'
