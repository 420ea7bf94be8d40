import type { ScanSourceOptions } from '../../record-log/scan-record-log.ts'
import { scanRecordLog } from '../../record-log/scan-record-log.ts'
import { damageFinding, glueFinding } from '../jsonl/line-findings.ts'
import type { SessionFinding } from '../session-finding.ts'

/** A message and the line that holds it. */
export interface LineMessage {
  readonly value: Record<string, unknown>
  readonly offset: number
  readonly line: number
}

export interface PlainLines {
  readonly messages: readonly LineMessage[]
  readonly lenient: ReadonlyMap<number, Record<string, unknown>>
  readonly findings: readonly SessionFinding[]
  readonly crlf: boolean
}

const isMessage = (value: Record<string, unknown>): boolean => 'role' in value || 'type' in value

export const scanOptions: ScanSourceOptions = {
  // Parts inside a torn message have a type as well; only messages have a role.
  isRecord: (value) => 'role' in value,
}

/** Reads a file of lines, one message each. Lines without a role and a type are kept and are no messages. */
export async function readLines(source: string | readonly Uint8Array[]): Promise<PlainLines> {
  const messages: LineMessage[] = []
  const lenient = new Map<number, Record<string, unknown>>()
  const findings: SessionFinding[] = []
  const scan = scanRecordLog(source, scanOptions)
  for await (const entry of scan) {
    const { offset, line } = entry
    if (entry.kind === 'blank') continue
    if (entry.kind === 'damaged') {
      findings.push(damageFinding(entry, entry.lenient !== undefined))
      if (entry.lenient) lenient.set(offset, entry.lenient)
    } else if (entry.salvaged) findings.push(glueFinding(entry))
    const value = entry.kind === 'record' ? entry.value : entry.lenient
    if (value && isMessage(value)) messages.push({ value, offset, line })
  }
  return { messages, lenient, findings, crlf: scan.summary.crlf * 2 > scan.summary.lines }
}
