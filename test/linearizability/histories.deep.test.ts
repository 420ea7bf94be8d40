import { usePostgres } from '../postgres/postgres-server.ts'
import { scale } from '../seeds.ts'
import { historyCases } from './history-cases.ts'

historyCases(usePostgres(), 500 * scale)
