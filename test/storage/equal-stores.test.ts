import { usePostgres } from '../postgres/postgres-server.ts'
import { equalStoresCases } from './equal-stores-cases.ts'

equalStoresCases(usePostgres(), 5)
