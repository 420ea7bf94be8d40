import { usePostgres } from '../postgres/postgres-server.ts'
import { scale } from '../seeds.ts'
import { chaosCase } from './chaos-cases.ts'

chaosCase(usePostgres({ restarts: true }), { recoveries: 2_000 * scale, everyMs: 3_000 })
