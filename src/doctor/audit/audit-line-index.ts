import { basename } from 'node:path'
import type { Fs } from '../../files/fs.ts'
import { readSeenFile, type ReadFile } from '../../files/read-seen-file.ts'
import type { BatchWrite } from '../../files/write-batch.ts'
import type { LogDamage, LogEntry, LogRecord } from '../../record-log/log-entry.ts'
import { toQuarantineLine } from '../../record-log/quarantine.ts'
import { scanRecordLog } from '../../record-log/scan-record-log.ts'
import { writeRecordLog } from '../../record-log/write-record-log.ts'
import { auditItem, type AuditItem } from './audit-item.ts'

/** A file of one JSON object a line that a program keeps beside its sessions: names of threads, prompts that were typed. */
export interface LineIndex {
  readonly path: string
  readonly file: ReadFile | undefined
  readonly records: readonly LogRecord[]
  readonly damages: readonly LogDamage[]
  /** Lines that hold more than one object. */
  readonly glued: readonly number[]
  readonly entries: readonly LogEntry[]
}

/** Reads such a file; one that does not exist holds nothing. Throws what the system throws. */
export async function readLineIndex(fs: Fs, path: string): Promise<LineIndex> {
  const file = await readSeenFile(fs, path)
  const entries: LogEntry[] = []
  if (file) for await (const entry of scanRecordLog([file.bytes])) entries.push(entry)
  const damages = entries.filter((entry) => entry.kind === 'damaged')
  const records = entries.filter((entry) => entry.kind === 'record')
  const damagedLines = new Set(damages.map(({ line }) => line))
  const glued = records.filter(({ salvaged, line }) => salvaged && !damagedLines.has(line)).map(({ line }) => line)
  return { path, file, entries, damages, records, glued: [...new Set(glued)] }
}

/** One finding for each line that is no record, or more than one. */
export function auditLineIndex({ path, damages, glued }: LineIndex): AuditItem[] {
  const lines = [
    ...damages.map(({ line, reason }) => ({ line, reason: String(reason) })),
    ...glued.map((line) => ({ line, reason: 'glued' })),
  ]
  return lines
    .sort((a, b) => a.line - b.line)
    .map((found) => auditItem('index_malformed_line', '', {}, { file: basename(path), ...found }))
}

/** The file with one record per line; bytes that are no record go, unchanged, into a file beside it. */
export async function mendLineIndex({ path, file, entries, damages, glued }: LineIndex): Promise<BatchWrite[]> {
  if (!file || (damages.length === 0 && glued.length === 0)) return []
  const chunks: Uint8Array[] = []
  await writeRecordLog(
    entries.filter(({ kind }) => kind !== 'damaged'),
    async (bytes) => void chunks.push(bytes),
  )
  const aside = damages.map(({ offset, line, reason, ending, bytes }) =>
    toQuarantineLine({ offset, line, reason, ending, bytes }),
  )
  return [
    ...(aside.length > 0
      ? [{ path: `${path}.${file.sha256.slice(0, 8)}.quarantine`, content: Buffer.concat(aside) }]
      : []),
    { path, content: Buffer.concat(chunks), seen: file },
  ]
}
