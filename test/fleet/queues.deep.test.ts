import { usePostgres } from '../postgres/postgres-server.ts'
import { scale } from '../seeds.ts'
import { queueCases } from './queue-cases.ts'

queueCases(usePostgres(), 50 * scale)
