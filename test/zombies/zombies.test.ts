import { usePostgres } from '../postgres/postgres-server.ts'
import { scale } from '../seeds.ts'
import { zombieCases } from './zombie-cases.ts'

zombieCases(usePostgres(), Math.ceil(3 * scale))
