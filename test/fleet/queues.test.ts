import { usePostgres } from '../postgres/postgres-server.ts'
import { scale } from '../seeds.ts'
import { queueCases } from './queue-cases.ts'

queueCases(usePostgres(), Math.ceil(3 * scale))
