import { scanRecordLog, type ScanSourceOptions } from '../../record-log/scan-record-log.ts'
import type { LogEntry } from '../../record-log/log-entry.ts'
import { readableDamage } from '../jsonl/readable-damage.ts'
import { damageFinding, glueFinding } from '../jsonl/line-findings.ts'
import { SecondLook } from '../jsonl/second-look.ts'
import type { SessionFinding } from '../session-finding.ts'
import { damageReader } from './torn-line.ts'
import { conversationTypes, isClaudeRecord, type GraphNode } from './claude-record.ts'
import { stringOf } from '../../json/string-of.ts'

/** What one pass over a transcript leaves in memory. */
export interface ClaudeGraph {
  /** In the order of the file; of two records with one uuid only the one that counts. */
  readonly nodes: readonly GraphNode[]
  readonly byUuid: ReadonlyMap<string, GraphNode>
  /** Offsets of lines that repeat another one word for word. */
  readonly repeated: ReadonlySet<number>
  /** Records that could be read only leniently, by offset. */
  readonly lenient: ReadonlyMap<number, Record<string, unknown>>
  readonly crlf: boolean
  readonly findings: readonly SessionFinding[]
  readonly version: string | undefined
  readonly sessionId: string | undefined
  readonly model: string | undefined
}

/** How transcripts are scanned, for reading and for writing back. */
export const scanOptions: ScanSourceOptions = { isRecord: isClaudeRecord }

/** Reads the graph of a transcript. Only conversation lines keep their content in memory. */
export async function readGraph(path: string): Promise<ClaudeGraph> {
  const byUuid = new Map<string, GraphNode>()
  const former = new SecondLook(path)
  const findings: SessionFinding[] = []
  const repeated = new Set<number>()
  const lenient = new Map<number, Record<string, unknown>>()
  let version: string | undefined
  let sessionId: string | undefined
  let model: string | undefined
  let timestamp: string | undefined
  let order = 0
  const scan = scanRecordLog(path, { ...scanOptions, isTransient: true })

  const take = (entry: LogEntry, value: Record<string, unknown>): Promise<void> | undefined => {
    const uuid = stringOf(value['uuid'])
    const type = stringOf(value['type'])
    if (uuid === undefined || type === undefined) return undefined
    version = stringOf(value['version']) ?? version
    timestamp = stringOf(value['timestamp']) ?? timestamp
    const session = stringOf(value['sessionId'])
    if (session !== undefined && sessionId !== undefined && session !== sessionId)
      findings.push({
        code: 'session_mismatch',
        severity: 'info',
        line: entry.line,
        detail: { uuid, sessionId: session },
      })
    sessionId ??= session
    const named =
      type === 'assistant' ? stringOf((value['message'] as Record<string, unknown> | undefined)?.['model']) : undefined
    if (named !== undefined && named !== '<synthetic>') model = named
    const node: GraphNode = {
      uuid,
      parentUuid: stringOf(value['parentUuid']) ?? null,
      type,
      line: entry.line,
      offset: entry.offset,
      size: entry.bytes.length,
      order,
      sidechain: value['isSidechain'] === true,
      value: conversationTypes.has(type) ? value : undefined,
    }
    order += 1
    const first = byUuid.get(uuid)
    if (first) return takeAgain(entry, node, first)
    byUuid.set(uuid, node)
    return undefined
  }

  const takeAgain = async (entry: LogEntry, node: GraphNode, first: GraphNode): Promise<void> => {
    const identical = await former.isSame(first, entry.bytes)
    const { uuid } = node
    findings.push({
      code: 'duplicate_uuid',
      severity: 'warning',
      line: entry.line,
      detail: { uuid, identical, firstLine: first.line },
    })
    if (identical) repeated.add(entry.offset)
    // The host's map keeps the last one; its place in the file stays that of the first.
    else byUuid.set(uuid, { ...node, order: first.order })
  }

  try {
    for await (const entries of scan.batches())
      for (const entry of entries) {
        if (entry.kind === 'record') {
          if (entry.salvaged) findings.push(glueFinding(entry))
          const again = take(entry, entry.value)
          if (again) await again
        } else if (entry.kind === 'damaged') {
          const value = readableDamage(entry, damageReader(timestamp))
          findings.push(damageFinding(entry, value !== undefined))
          if (!value) continue
          lenient.set(entry.offset, value)
          await take(entry, value)
        }
      }
  } finally {
    await former.close()
  }
  const { crlf, lines } = scan.summary
  return {
    // In the order of the file: one that is set anew keeps its place.
    nodes: [...byUuid.values()],
    byUuid,
    repeated,
    lenient,
    crlf: crlf * 2 > lines,
    findings,
    version,
    sessionId,
    model,
  }
}
