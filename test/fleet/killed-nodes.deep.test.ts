import { usePostgres } from '../postgres/postgres-server.ts'
import { scale } from '../seeds.ts'
import { killedNodesCase } from './killed-nodes.ts'

const fiveMinutes = 300_000
/** Of a share of a bounded run half is for the nodes; the rest is needed to begin and to drain. */
const budgetMs = Number(process.env['SESSION_RECOVERY_BUDGET_S'] ?? Infinity) * 500

killedNodesCase(usePostgres(), Math.min(fiveMinutes * scale, budgetMs))
