import { asBuffer } from '../../record-log/read-object.ts'
import { scanRecordLog, type ScanSourceOptions } from '../../record-log/scan-record-log.ts'
import { damageFinding, glueFinding } from '../jsonl/line-findings.ts'
import { readableDamage, type DamageReader } from '../jsonl/readable-damage.ts'
import type { SessionFinding } from '../session-finding.ts'
import {
  isGeminiRecord,
  isHeader,
  isMessageRecord,
  partsOf,
  patchOf,
  rewindTarget,
  type MessageRecord,
} from './gemini-record.ts'
import { isRecord } from '../../json/is-record.ts'

/** A place that holds a version of a message: a line, or an element of the list in a header or a `$set` patch. */
export interface MessageSource {
  readonly offset: number
  readonly line: number
  readonly slot: number | undefined
}

/** A message as the last of its versions leaves it. */
export interface ChatMessage {
  readonly id: string
  readonly value: MessageRecord
  /** All versions in force, oldest first: the first one gives the message its place, the last one its value. */
  readonly sources: readonly MessageSource[]
}

/** What one pass over a chat leaves in memory. */
export interface Chat {
  readonly messages: readonly ChatMessage[]
  readonly lenient: ReadonlyMap<number, Record<string, unknown>>
  readonly crlf: boolean
  readonly findings: readonly SessionFinding[]
  readonly model: string | undefined
  readonly hasHeader: boolean
  /** The session's id, wherever the file still tells it. */
  readonly sessionId: string | undefined
  readonly firstTimestamp: unknown
  /** Offsets of the first and of the last record; -1 when there is none. */
  readonly firstOffset: number
  readonly lastOffset: number
}

export const scanOptions: ScanSourceOptions = { isRecord: isGeminiRecord }

const damageReader: DamageReader = {
  isRecord: isGeminiRecord,
  ofTorn({ toolCalls: _calls, ...value }) {
    if (!isGeminiRecord(value) || !isMessageRecord(value)) return undefined
    const texts = partsOf(value['content']).flatMap((part): string[] => {
      const text = isRecord(part) && !part['thought'] ? part['text'] : undefined
      return typeof text === 'string' ? [text] : []
    })
    const content = texts.join('')
    return content.trim() === '' ? undefined : { ...value, content }
  },
}

const sessionIdPattern = /"sessionId":"([0-9A-Za-z-]{8,64})"/

/** Follows the records as `loadConversationRecord` of 0.61 does: upsert by id, `$set` patches, `$rewindTo`. */
export async function readChat(path: string): Promise<Chat> {
  const messages = new Map<string, ChatMessage>()
  const lenient = new Map<number, Record<string, unknown>>()
  const findings: SessionFinding[] = []
  let hasHeader = false
  let sessionId: string | undefined
  let firstTimestamp: unknown
  let firstOffset = -1
  let lastOffset = -1
  let firstLine = 1

  const upsert = (value: MessageRecord, source: MessageSource): void => {
    firstTimestamp ??= value['timestamp']
    const former = messages.get(value.id)
    messages.set(value.id, { id: value.id, value, sources: [...(former?.sources ?? []), source] })
  }
  const replaceAll = (list: unknown, offset: number, line: number, clear: boolean): void => {
    if (!Array.isArray(list)) return
    if (clear) messages.clear()
    for (const [slot, each] of list.entries()) if (isMessageRecord(each)) upsert(each, { offset, line, slot })
  }
  const rewind = (target: string): void => {
    const ids = [...messages.keys()]
    for (const id of ids.slice(Math.max(ids.indexOf(target), 0))) messages.delete(id)
  }
  const take = (value: Record<string, unknown>, offset: number, line: number): void => {
    if (firstOffset < 0) [firstOffset, firstLine] = [offset, line]
    lastOffset = offset
    const target = rewindTarget(value)
    const patch = patchOf(value)
    if (target !== undefined) rewind(target)
    else if (isMessageRecord(value)) upsert(value, { offset, line, slot: undefined })
    else if (patch) {
      if (typeof patch['sessionId'] === 'string') sessionId ??= patch['sessionId']
      replaceAll(patch['messages'], offset, line, true)
    } else if (isHeader(value)) {
      hasHeader = true
      sessionId = String(value['sessionId'])
      replaceAll(value['messages'], offset, line, false)
    }
  }

  const scan = scanRecordLog(path, { ...scanOptions, isTransient: true })
  for await (const entries of scan.batches())
    for (const entry of entries) {
      if (entry.kind === 'record') {
        if (entry.salvaged) findings.push(glueFinding(entry))
        take(entry.value, entry.offset, entry.line)
      } else if (entry.kind === 'damaged') {
        const value = readableDamage(entry, damageReader)
        findings.push(damageFinding(entry, value !== undefined))
        sessionId ??= sessionIdPattern.exec(asBuffer(entry.bytes.subarray(0, 4096)).toString('latin1'))?.[1]
        if (!value) continue
        lenient.set(entry.offset, value)
        take(value, entry.offset, entry.line)
      }
    }
  if (!hasHeader) findings.push({ code: 'no_header', severity: 'error', line: firstLine, detail: {} })
  const kept = [...messages.values()]
  const model = kept.findLast(({ value }) => typeof value['model'] === 'string')?.value['model']
  return {
    messages: kept,
    lenient,
    crlf: scan.summary.crlf * 2 > scan.summary.lines,
    findings,
    model: typeof model === 'string' ? model : undefined,
    hasHeader,
    sessionId,
    firstTimestamp,
    firstOffset,
    lastOffset,
  }
}
