import { hash } from 'node:crypto'
import { appendAll } from '../../json/append-all.ts'
import { asBuffer } from '../../record-log/read-object.ts'
import { scanRecordLog, type ScanSourceOptions } from '../../record-log/scan-record-log.ts'
import { damageFinding, glueFinding } from '../jsonl/line-findings.ts'
import { readableDamage, saidParts, type DamageReader } from '../jsonl/readable-damage.ts'
import type { StoredVerdict } from '../last-refusal.ts'
import type { SessionFinding } from '../session-finding.ts'
import { headerFields } from './header-fields.ts'
import { ordinalOf, type OrderedLine } from './line-order.ts'
import { RecordedOutputs } from './recorded-outputs.ts'
import { isCodexRecord, itemOf, payloadOf } from './codex-record.ts'
import { verdictOf } from './verdict-of.ts'
import { stringOf } from '../../json/string-of.ts'

/** An item of the request, and the line or the place in a compacted line that holds it. */
export interface RolloutItem {
  readonly item: unknown
  readonly offset: number
  readonly line: number
  readonly timestamp: unknown
  /** Index in `replacement_history` of a compacted line; `undefined` for a line of its own. */
  readonly slot: number | undefined
  /** The model that was asked in the turn of this line; unknown of what a compaction has kept. */
  readonly model: string | undefined
}

/** What one pass over a rollout leaves in memory. */
export interface Rollout {
  readonly items: readonly RolloutItem[]
  readonly lenient: ReadonlyMap<number, Record<string, unknown>>
  readonly crlf: boolean
  readonly findings: readonly SessionFinding[]
  readonly version: string | undefined
  readonly model: string | undefined
  readonly hasHeader: boolean
  /** What the file still tells of its lost header. */
  readonly told: Readonly<Record<string, string>>
  readonly first: { readonly offset: number; readonly timestamp: unknown; readonly ordinal: unknown } | undefined
  /** Offsets of lines that are there already, byte for byte: Codex sends such items twice, and the API refuses that. */
  readonly repeated: ReadonlySet<number>
  /** All lines with their numbers, in the order of the file. */
  readonly lines: readonly OrderedLine[]
  /** Outputs of commands that the events hold too. */
  readonly outputs: RecordedOutputs
  /** What the provider has said since the last answer that it gave. */
  readonly verdicts: readonly StoredVerdict[]
  /** Offset of the last line, behind which a new one goes. */
  readonly lastOffset: number
}

export const scanOptions: ScanSourceOptions = { isRecord: isCodexRecord }

const textParts: ReadonlySet<unknown> = new Set(['input_text', 'output_text'])

const damageReader: DamageReader = {
  isRecord: isCodexRecord,
  ofTorn(value) {
    const payload = isCodexRecord(value) ? itemOf(value) : undefined
    const content = saidParts(payload?.['content'], textParts)
    const isMessage = payload?.['type'] === 'message' && typeof payload['role'] === 'string'
    return isMessage && content.length > 0 ? { ...value, payload: { ...payload, content } } : undefined
  },
}

/** Fields of the header that its torn line still holds whole. */
function fieldsOfTorn(bytes: Uint8Array): Record<string, string> {
  const start = asBuffer(bytes.subarray(0, 4096)).toString('utf8')
  if (!start.includes('"session_meta"')) return {}
  return Object.fromEntries(
    headerFields.flatMap((name): [string, string][] => {
      const value = new RegExp(`"${name}":"([^"\\\\]+)"`).exec(start)?.[1]
      return value === undefined ? [] : [[name, value]]
    }),
  )
}

/** The identity of an item's line; `undefined` for items without an id, which may be said twice. */
function lineKey(value: Record<string, unknown>, bytes: Uint8Array): string | undefined {
  const item = itemOf(value)
  if (!item || (stringOf(item['id']) ?? stringOf(item['call_id'])) === undefined) return undefined
  return hash('sha256', bytes, 'base64')
}

/** Lines without a number, or with that of another one, in a rollout that has numbers: Codex does not resume such a thread. */
function orderFindings(
  lines: readonly { readonly line: number; readonly ordinal: number | undefined }[],
): SessionFinding[] {
  if (lines.every(({ ordinal }) => ordinal === undefined)) return []
  const seen = new Set<number>()
  return lines.flatMap(({ line, ordinal }): SessionFinding[] => {
    const problem = ordinal === undefined ? 'missing' : seen.has(ordinal) ? 'duplicate' : undefined
    if (ordinal !== undefined) seen.add(ordinal)
    return problem === undefined ? [] : [{ code: 'broken_order', severity: 'error', line, detail: { problem } }]
  })
}

/** Reads the items that Codex would send. A compaction replaces what came before it. */
export async function readRollout(path: string): Promise<Rollout> {
  const findings: SessionFinding[] = []
  const lenient = new Map<number, Record<string, unknown>>()
  let items: RolloutItem[] = []
  let version: string | undefined
  let model: string | undefined
  let records = 0
  let lastOffset = -1
  let hasHeader = false
  let first: Rollout['first']
  let told: Record<string, string> = {}
  const repeated = new Set<number>()
  const lines: OrderedLine[] = []
  const outputs = new RecordedOutputs()
  let verdicts: StoredVerdict[] = []
  const numbered: { line: number; ordinal: number | undefined }[] = []
  const seen = new Set<string>()

  const take = (value: Record<string, unknown>, offset: number, line: number): void => {
    const type = stringOf(value['type'])
    const payload = payloadOf(value)
    const { timestamp } = value
    if (records === 0 && type !== 'session_meta')
      findings.push({ code: 'no_header', severity: 'error', line, detail: { type: type ?? '' } })
    if (type === 'session_meta') hasHeader = true
    first ??= { offset, timestamp, ordinal: value['ordinal'] }
    records += 1
    lastOffset = offset
    lines.push({ offset, ordinal: ordinalOf(value) })
    numbered.push({ line, ordinal: ordinalOf(value) })
    if (!payload) return
    const verdict = verdictOf(value, line)
    if (verdict === 'accepted') verdicts = []
    else if (verdict) verdicts.push(verdict)
    if (type === 'event_msg') outputs.take(payload)
    if (type === 'session_meta') version ??= stringOf(payload['cli_version'])
    if (type === 'turn_context') {
      model = stringOf(payload['model']) ?? model
      const cwd = stringOf(payload['cwd'])
      if (cwd !== undefined) told = { cwd, ...told }
    }
    const item = itemOf(value)
    if (item) items.push({ item, offset, line, timestamp, slot: undefined, model })
    const history = type === 'compacted' ? payload['replacement_history'] : undefined
    if (Array.isArray(history))
      items = history.map((each: unknown, slot) => ({ item: each, offset, line, timestamp, slot, model: undefined }))
    else if (type === 'compacted' || (type === 'event_msg' && payload['type'] === 'thread_rolled_back'))
      findings.push({
        code: 'unsupported_record',
        severity: 'warning',
        line,
        detail: { type: type === 'compacted' ? type : 'thread_rolled_back' },
      })
  }

  const scan = scanRecordLog(path, { ...scanOptions, isTransient: true })
  for await (const entries of scan.batches())
    for (const entry of entries) {
      if (entry.kind === 'record') {
        if (entry.salvaged) findings.push(glueFinding(entry))
        const key = lineKey(entry.value, entry.bytes)
        if (key !== undefined && seen.has(key)) {
          repeated.add(entry.offset)
          lastOffset = entry.offset
          lines.push({ offset: entry.offset, ordinal: ordinalOf(entry.value) })
          findings.push({ code: 'duplicate_record', severity: 'error', line: entry.line, detail: {} })
          continue
        }
        if (key !== undefined) seen.add(key)
        take(entry.value, entry.offset, entry.line)
      } else if (entry.kind === 'damaged') {
        const value = readableDamage(entry, damageReader)
        findings.push(damageFinding(entry, value !== undefined))
        if (!value) told = { ...told, ...fieldsOfTorn(entry.bytes) }
        if (!value) continue
        lenient.set(entry.offset, value)
        take(value, entry.offset, entry.line)
      }
    }
  appendAll(findings, orderFindings(numbered))
  if (items.length === 0) findings.push({ code: 'no_conversation', severity: 'error', detail: {} })
  return {
    items,
    lenient,
    crlf: scan.summary.crlf * 2 > scan.summary.lines,
    findings,
    version,
    model,
    hasHeader,
    told,
    first,
    repeated,
    lines,
    outputs,
    verdicts,
    lastOffset,
  }
}
