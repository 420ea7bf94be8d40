import { scale } from '../seeds.ts'
import { growthCases } from './growth-cases.ts'
import { usePostgres } from './postgres-server.ts'

growthCases(usePostgres(), 20_000 * scale)
