import { scale } from '../seeds.ts'
import { growthCases } from './growth-cases.ts'
import { usePostgres } from './postgres-server.ts'

/** A million rows take minutes on a slow machine: a run that is bounded takes fewer. */
const sessions = process.env['SESSION_RECOVERY_BUDGET_S'] === undefined ? 1_000_000 : 100_000

growthCases(usePostgres(), sessions * scale)
