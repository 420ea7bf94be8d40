import type { WriteBytes } from '../../record-log/write-record-log.ts'
import type { Quarantine } from '../agent.ts'
import { rewriteLines } from '../jsonl/rewrite-lines.ts'
import type { LinePlan } from './line-plan.ts'
import type { ClaudeGraph } from './claude-graph.ts'
import { scanOptions } from './read-graph.ts'

/** Fields that hold the uuid of another line, apart from the parent. */
const pointers = ['logicalParentUuid', 'leafUuid', 'sourceToolAssistantUUID'] as const

function patchedValue(
  plan: LinePlan,
  offset: number,
  value: Record<string, unknown>,
): Record<string, unknown> | undefined {
  const patch: Record<string, unknown> = { ...plan.patched.get(offset) }
  for (const key of pointers) {
    const target = value[key]
    if (typeof target === 'string' && plan.replacedBy.has(target)) patch[key] = plan.replacedBy.get(target)
  }
  if (Object.keys(patch).length === 0) return undefined
  return Object.fromEntries(Object.entries({ ...value, ...patch }).filter(([, field]) => field !== undefined))
}

/** Writes the transcript with the changes of a plan. */
export async function writeLines(
  path: string,
  graph: ClaudeGraph,
  plan: LinePlan,
  write: WriteBytes,
  quarantine?: Quarantine,
): Promise<void> {
  const decisions = {
    removed: (offset: number) => plan.removed.has(offset) || graph.repeated.has(offset),
    rewrite: (offset: number, value: Record<string, unknown>) => patchedValue(plan, offset, value),
    lenient: graph.lenient,
    before: plan.before,
    after: plan.after,
  }
  await rewriteLines(path, decisions, write, { scan: scanOptions, ending: graph.crlf ? 'crlf' : 'lf', quarantine })
}
