import { usePostgres } from '../postgres/postgres-server.ts'
import { scale } from '../seeds.ts'
import { chaosCase } from './chaos-cases.ts'

chaosCase(usePostgres({ restarts: true }), { recoveries: 20 * scale, everyMs: 300 })
