import { asBuffer } from '../../record-log/read-object.ts'
import { scanRecordLog, type ScanSourceOptions } from '../../record-log/scan-record-log.ts'
import { damageFinding, glueFinding } from '../jsonl/line-findings.ts'
import { readableDamage, type DamageReader } from '../jsonl/readable-damage.ts'
import type { SessionFinding } from '../session-finding.ts'
import type { Chat } from './chat.ts'
import { ChatDraft } from './chat-draft.ts'
import { isGeminiRecord, isMessageRecord, partsOf } from './gemini-record.ts'
import { isRecord } from '../../json/is-record.ts'

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

/** Reads a chat in one pass, including the readable content of damaged lines. */
export async function readChat(path: string): Promise<Chat> {
  const draft = new ChatDraft()
  const lenient = new Map<number, Record<string, unknown>>()
  const findings: SessionFinding[] = []
  const scan = scanRecordLog(path, { ...scanOptions, isTransient: true })
  for await (const entries of scan.batches())
    for (const entry of entries) {
      const { line, offset } = entry
      if (entry.kind === 'record') {
        if (entry.salvaged) findings.push(glueFinding(entry))
        draft.take(entry.value, { offset, line })
      } else if (entry.kind === 'damaged') {
        const value = readableDamage(entry, damageReader)
        findings.push(damageFinding(entry, value !== undefined))
        draft.named(sessionIdPattern.exec(asBuffer(entry.bytes.subarray(0, 4096)).toString('latin1'))?.[1])
        if (!value) continue
        lenient.set(offset, value)
        draft.take(value, { offset, line })
      }
    }
  const chat = draft.read()
  if (!chat.hasHeader) findings.push({ code: 'no_header', severity: 'error', line: draft.firstLine, detail: {} })
  return { ...chat, lenient, crlf: scan.summary.crlf * 2 > scan.summary.lines, findings }
}
