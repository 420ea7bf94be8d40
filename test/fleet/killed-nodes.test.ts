import { usePostgres } from '../postgres/postgres-server.ts'
import { scale } from '../seeds.ts'
import { killedNodesCase } from './killed-nodes.ts'

killedNodesCase(usePostgres(), 3_000 * scale)
