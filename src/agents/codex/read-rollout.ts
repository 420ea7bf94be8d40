import { scanRecordLog, type ScanSourceOptions } from '../../record-log/scan-record-log.ts'
import { damageFinding, glueFinding } from '../jsonl/line-findings.ts'
import type { SessionFinding } from '../session-finding.ts'
import { isCodexRecord, itemOf, payloadOf } from './codex-record.ts'

/** An item of the request, and the line or the place in a compacted line that holds it. */
export interface RolloutItem {
  readonly item: unknown
  readonly offset: number
  readonly line: number
  readonly timestamp: unknown
  /** Index in `replacement_history` of a compacted line; `undefined` for a line of its own. */
  readonly slot: number | undefined
}

/** What one pass over a rollout leaves in memory. */
export interface Rollout {
  readonly items: readonly RolloutItem[]
  readonly lenient: ReadonlyMap<number, Record<string, unknown>>
  readonly crlf: boolean
  readonly findings: readonly SessionFinding[]
  readonly version: string | undefined
  readonly model: string | undefined
  /** Offset of the last line, behind which a new one goes. */
  readonly lastOffset: number
}

export const scanOptions: ScanSourceOptions = { isRecord: isCodexRecord }

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** Reads the items that Codex would send. A compaction replaces what came before it. */
export async function readRollout(path: string): Promise<Rollout> {
  const findings: SessionFinding[] = []
  const lenient = new Map<number, Record<string, unknown>>()
  let items: RolloutItem[] = []
  let version: string | undefined
  let model: string | undefined
  let records = 0
  let lastOffset = -1

  const take = (value: Record<string, unknown>, offset: number, line: number): void => {
    const type = text(value['type'])
    const payload = payloadOf(value)
    const { timestamp } = value
    if (records === 0 && type !== 'session_meta')
      findings.push({ code: 'no_header', severity: 'error', line, detail: { type: type ?? '' } })
    records += 1
    lastOffset = offset
    if (!payload) return
    if (type === 'session_meta') version ??= text(payload['cli_version'])
    if (type === 'turn_context') model = text(payload['model']) ?? model
    const item = itemOf(value)
    if (item) items.push({ item, offset, line, timestamp, slot: undefined })
    const history = type === 'compacted' ? payload['replacement_history'] : undefined
    if (Array.isArray(history))
      items = history.map((each: unknown, slot) => ({ item: each, offset, line, timestamp, slot }))
    else if (type === 'compacted' || (type === 'event_msg' && payload['type'] === 'thread_rolled_back'))
      findings.push({
        code: 'unsupported_record',
        severity: 'warning',
        line,
        detail: { type: type === 'compacted' ? type : 'thread_rolled_back' },
      })
  }

  const scan = scanRecordLog(path, scanOptions)
  for await (const entry of scan) {
    if (entry.kind === 'record') {
      if (entry.salvaged) findings.push(glueFinding(entry))
      take(entry.value, entry.offset, entry.line)
    } else if (entry.kind === 'damaged') {
      const readable = entry.lenient !== undefined && isCodexRecord(entry.lenient)
      findings.push(damageFinding(entry, readable))
      if (!readable || !entry.lenient) continue
      lenient.set(entry.offset, entry.lenient)
      take(entry.lenient, entry.offset, entry.line)
    }
  }
  if (items.length === 0) findings.push({ code: 'no_conversation', severity: 'error', detail: {} })
  return { items, lenient, crlf: scan.summary.crlf * 2 > scan.summary.lines, findings, version, model, lastOffset }
}
