import { hash } from 'node:crypto'
import { appendAll } from '../../json/append-all.ts'
import { asBuffer } from '../../record-log/read-object.ts'
import type { LogEntry, LogRecord } from '../../record-log/log-entry.ts'
import { damageFinding, glueFinding } from '../jsonl/line-findings.ts'
import { readableDamage, saidParts, type DamageReader } from '../jsonl/readable-damage.ts'
import type { StoredVerdict } from '../last-refusal.ts'
import type { SessionFinding } from '../session-finding.ts'
import { headerFields } from './header-fields.ts'
import { ordinalOf, type OrderedLine } from './line-order.ts'
import { RecordedOutputs } from './recorded-outputs.ts'
import { isCodexRecord, itemOf, payloadOf } from './codex-record.ts'
import type { Rollout, RolloutItem } from './rollout.ts'
import { verdictOf } from './verdict-of.ts'
import { stringOf } from '../../json/string-of.ts'

/** The place of a line in the file. */
interface Place {
  readonly line: number
  readonly offset: number
}

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

/** A rollout while it is read, line by line. */
export class RolloutDraft {
  readonly #findings: SessionFinding[] = []
  readonly #lenient = new Map<number, Record<string, unknown>>()
  readonly #repeated = new Set<number>()
  readonly #lines: OrderedLine[] = []
  readonly #numbered: { line: number; ordinal: number | undefined }[] = []
  readonly #outputs = new RecordedOutputs()
  readonly #seen = new Set<string>()
  #items: RolloutItem[] = []
  #verdicts: StoredVerdict[] = []
  #version: string | undefined
  #model: string | undefined
  #told: Readonly<Record<string, string>> = {}
  #first: Rollout['first']
  #hasHeader = false
  #lastOffset = -1

  read(entry: LogEntry): void {
    if (entry.kind === 'record') {
      if (entry.salvaged) this.#findings.push(glueFinding(entry))
      if (this.#isRepeated(entry)) this.#repeat(entry)
      else this.#take(entry.value, entry)
    } else if (entry.kind === 'damaged') {
      const value = readableDamage(entry, damageReader)
      this.#findings.push(damageFinding(entry, value !== undefined))
      if (value) {
        this.#lenient.set(entry.offset, value)
        this.#take(value, entry)
      } else this.#told = { ...this.#told, ...fieldsOfTorn(entry.bytes) }
    }
  }

  rollout({ crlf, lines }: { readonly crlf: number; readonly lines: number }): Rollout {
    const findings = [...this.#findings]
    appendAll(findings, orderFindings(this.#numbered))
    if (this.#items.length === 0) findings.push({ code: 'no_conversation', severity: 'error', detail: {} })
    return {
      items: this.#items,
      lenient: this.#lenient,
      crlf: crlf * 2 > lines,
      findings,
      version: this.#version,
      model: this.#model,
      hasHeader: this.#hasHeader,
      told: this.#told,
      first: this.#first,
      repeated: this.#repeated,
      lines: this.#lines,
      outputs: this.#outputs,
      verdicts: this.#verdicts,
      lastOffset: this.#lastOffset,
    }
  }

  #isRepeated({ bytes, value }: LogRecord): boolean {
    const key = lineKey(value, bytes)
    if (key === undefined) return false
    if (this.#seen.has(key)) return true
    this.#seen.add(key)
    return false
  }

  #repeat({ line, offset, value }: LogRecord): void {
    this.#repeated.add(offset)
    this.#lastOffset = offset
    this.#lines.push({ offset, ordinal: ordinalOf(value) })
    this.#findings.push({ code: 'duplicate_record', severity: 'error', line, detail: {} })
  }

  #take(value: Record<string, unknown>, { line, offset }: Place): void {
    const type = stringOf(value['type'])
    const ordinal = ordinalOf(value)
    if (this.#first === undefined && type !== 'session_meta')
      this.#findings.push({ code: 'no_header', severity: 'error', line, detail: { type: type ?? '' } })
    if (type === 'session_meta') this.#hasHeader = true
    this.#first ??= { offset, timestamp: value['timestamp'], ordinal: value['ordinal'] }
    this.#lastOffset = offset
    this.#lines.push({ offset, ordinal })
    this.#numbered.push({ line, ordinal })
    const payload = payloadOf(value)
    if (!payload) return
    const verdict = verdictOf(value, line)
    if (verdict === 'accepted') this.#verdicts = []
    else if (verdict) this.#verdicts.push(verdict)
    this.#hear(type, payload)
    this.#converse(value, payload, { line, offset })
  }

  /** Takes facts beside the conversation from a line. */
  #hear(type: string | undefined, payload: Record<string, unknown>): void {
    if (type === 'event_msg') this.#outputs.take(payload)
    if (type === 'session_meta') this.#version ??= stringOf(payload['cli_version'])
    if (type !== 'turn_context') return
    this.#model = stringOf(payload['model']) ?? this.#model
    const cwd = stringOf(payload['cwd'])
    if (cwd !== undefined) this.#told = { cwd, ...this.#told }
  }

  #converse(value: Record<string, unknown>, payload: Record<string, unknown>, { line, offset }: Place): void {
    const { timestamp, type } = value
    const place = { offset, line, timestamp }
    const item = itemOf(value)
    if (item) this.#items.push({ item, ...place, slot: undefined, model: this.#model })
    const history = type === 'compacted' ? payload['replacement_history'] : undefined
    if (Array.isArray(history))
      this.#items = history.map((each: unknown, slot) => ({ item: each, ...place, slot, model: undefined }))
    else if (type === 'compacted' || (type === 'event_msg' && payload['type'] === 'thread_rolled_back'))
      this.#findings.push({
        code: 'unsupported_record',
        severity: 'warning',
        line,
        detail: { type: type === 'compacted' ? type : 'thread_rolled_back' },
      })
  }
}
