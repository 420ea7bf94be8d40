import type { LogEntry } from '../../record-log/log-entry.ts'
import { scanRecordLog } from '../../record-log/scan-record-log.ts'
import { writeRecordLog, type NewLine, type WriteBytes } from '../../record-log/write-record-log.ts'
import type { Quarantine } from '../agent.ts'
import type { LinePlan } from './line-plan.ts'
import { scanOptions, type ClaudeGraph } from './read-graph.ts'

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

async function* plannedLines(
  source: AsyncIterable<LogEntry>,
  graph: ClaudeGraph,
  plan: LinePlan,
  quarantine?: Quarantine,
): AsyncGenerator<LogEntry | NewLine> {
  let brokenLine = -1
  for await (const entry of source) {
    for (const value of plan.before.get(entry.offset) ?? []) yield { kind: 'new', value }
    const lenient = graph.lenient.get(entry.offset)
    if (entry.kind === 'record' || lenient) {
      const value = entry.kind === 'record' ? entry.value : lenient!
      if (entry.kind === 'damaged') await quarantine?.(entry)
      if (!plan.removed.has(entry.offset) && !graph.repeated.has(entry.offset)) {
        const changed = patchedValue(plan, entry.offset, value)
        if (changed || entry.kind !== 'record') yield { kind: 'new', value: changed ?? value }
        else yield entry
      }
    } else if (entry.kind === 'damaged') await quarantine?.(entry)
    // White space around damage belongs to the damage; a line that was blank before stays.
    else if (entry.what === 'bom' || (entry.ending !== 'glued' && entry.line !== brokenLine)) yield entry
    if (entry.ending === 'glued') brokenLine = entry.line
    for (const value of plan.after.get(entry.offset) ?? []) yield { kind: 'new', value }
  }
}

/** Writes the transcript with the changes of a plan, in constant memory: the file is scanned once more. */
export async function writeLines(
  source: string | AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  graph: ClaudeGraph,
  plan: LinePlan,
  write: WriteBytes,
  quarantine?: Quarantine,
): Promise<void> {
  await writeRecordLog(plannedLines(scanRecordLog(source, scanOptions), graph, plan, quarantine), write, {
    ending: graph.crlf ? 'crlf' : 'lf',
  })
}
