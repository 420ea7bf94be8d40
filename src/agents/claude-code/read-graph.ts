import { hash } from 'node:crypto'
import { scanRecordLog, type ScanSourceOptions } from '../../record-log/scan-record-log.ts'
import type { LogEntry } from '../../record-log/log-entry.ts'
import { readableDamage } from '../jsonl/readable-damage.ts'
import { damageFinding, glueFinding } from '../jsonl/line-findings.ts'
import type { SessionFinding } from '../session-finding.ts'
import { damageReader } from './torn-line.ts'
import { conversationTypes, isClaudeRecord, type GraphNode } from './claude-record.ts'

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

interface Sighting {
  node: GraphNode
  digest: string
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Reads the graph of a transcript. Only conversation lines keep their content in memory. */
export async function readGraph(path: string): Promise<ClaudeGraph> {
  const seen = new Map<string, Sighting>()
  const findings: SessionFinding[] = []
  const repeated = new Set<number>()
  const lenient = new Map<number, Record<string, unknown>>()
  let version: string | undefined
  let sessionId: string | undefined
  let model: string | undefined
  let timestamp: string | undefined
  let order = 0
  const scan = scanRecordLog(path, scanOptions)

  const take = (entry: LogEntry, value: Record<string, unknown>): void => {
    const uuid = text(value['uuid'])
    const type = text(value['type'])
    if (uuid === undefined || type === undefined) return
    version = text(value['version']) ?? version
    timestamp = text(value['timestamp']) ?? timestamp
    const session = text(value['sessionId'])
    if (session !== undefined && sessionId !== undefined && session !== sessionId)
      findings.push({
        code: 'session_mismatch',
        severity: 'info',
        line: entry.line,
        detail: { uuid, sessionId: session },
      })
    sessionId ??= session
    const named =
      type === 'assistant' ? text((value['message'] as Record<string, unknown> | undefined)?.['model']) : undefined
    if (named !== undefined && named !== '<synthetic>') model = named
    const node: GraphNode = {
      uuid,
      parentUuid: text(value['parentUuid']) ?? null,
      type,
      line: entry.line,
      offset: entry.offset,
      order,
      sidechain: value['isSidechain'] === true,
      value: conversationTypes.has(type) ? value : undefined,
    }
    order += 1
    const first = seen.get(uuid)
    const digest = hash('sha1', entry.bytes, 'base64')
    if (!first) {
      seen.set(uuid, { node, digest })
      return
    }
    const identical = first.digest === digest
    findings.push({
      code: 'duplicate_uuid',
      severity: 'warning',
      line: entry.line,
      detail: { uuid, identical, firstLine: first.node.line },
    })
    if (identical) repeated.add(entry.offset)
    // The host's map keeps the last one; its place in the file stays that of the first.
    else seen.set(uuid, { node: { ...node, order: first.node.order }, digest })
  }

  for await (const entry of scan) {
    if (entry.kind === 'record') {
      if (entry.salvaged) findings.push(glueFinding(entry))
      take(entry, entry.value)
    } else if (entry.kind === 'damaged') {
      const value = readableDamage(entry, damageReader(timestamp))
      findings.push(damageFinding(entry, value !== undefined))
      if (!value) continue
      lenient.set(entry.offset, value)
      take(entry, value)
    }
  }
  const nodes = [...seen.values()].map(({ node }) => node).sort((a, b) => a.order - b.order)
  const { crlf, lines } = scan.summary
  return {
    nodes,
    byUuid: new Map(nodes.map((node) => [node.uuid, node])),
    repeated,
    lenient,
    crlf: crlf * 2 > lines,
    findings,
    version,
    sessionId,
    model,
  }
}
