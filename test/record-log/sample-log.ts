import type { LogEntry } from '../../src/record-log/log-entry.ts'
import type { LogSummary } from '../../src/record-log/log-summary.ts'
import { RecordLogScanner, type ScanOptions } from '../../src/record-log/record-log-scanner.ts'

/** Lines as agents write them: nested objects, escaped JSON inside strings, several scripts. */
export function sampleRecords(count: number): Record<string, unknown>[] {
  return Array.from({ length: count }, (_, index) => ({
    parentUuid: index === 0 ? null : `u${index - 1}`,
    type: index % 2 === 0 ? 'user' : 'assistant',
    message: {
      content: [{ type: 'text', text: `line ${index} "quoted" {"a": {"b": [1, 2]}} {} \\ grüße → 👋 \n` }],
      usage: { input_tokens: index, ratio: -1.5e-3, cached: true, none: null },
    },
    uuid: `u${index}`,
  }))
}

export function linesOf(records: readonly Record<string, unknown>[], ending = '\n'): Buffer[] {
  return records.map((record) => Buffer.from(JSON.stringify(record) + ending))
}

export interface Scanned {
  entries: LogEntry[]
  summary: LogSummary
  records: Record<string, unknown>[]
  damage: string[]
}

export function scanBytes(
  bytes: Uint8Array,
  options: ScanOptions = {},
  chunkBytes: number = bytes.length + 1,
): Scanned {
  const scanner = new RecordLogScanner(options)
  const entries: LogEntry[] = []
  for (let at = 0; at < bytes.length; at += chunkBytes)
    entries.push(...scanner.push(bytes.subarray(at, at + chunkBytes)))
  entries.push(...scanner.end())
  return {
    entries,
    summary: scanner.summary,
    records: entries.flatMap((entry) => (entry.kind === 'record' ? [entry.value] : [])),
    damage: entries.flatMap((entry) => (entry.kind === 'damaged' ? [entry.reason] : [])),
  }
}

const endings = { lf: '\n', crlf: '\r\n', none: '', glued: '' }

/** All entries with their endings, in order: the input again. */
export function rebuilt(entries: readonly LogEntry[]): Buffer {
  return Buffer.concat(entries.flatMap((entry) => [entry.bytes, Buffer.from(endings[entry.ending])]))
}

/** What is known of a record whatever its line looks like. */
export function isSampleRecord(value: Record<string, unknown>): boolean {
  return typeof value['uuid'] === 'string'
}
