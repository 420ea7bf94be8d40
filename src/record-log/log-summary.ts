import { endingBytes, type DamageReason, type LogEntry } from './log-entry.ts'

/** Counts of a scan. Every byte of the input is in exactly one of the byte counts. */
export interface LogSummary {
  /** Bytes read. */
  bytes: number
  /** Physical lines, a last one without line feed included. */
  lines: number
  records: number
  recordBytes: number
  /** Records that share their line with damage or with each other. */
  salvaged: number
  damaged: number
  damagedBytes: number
  damage: Partial<Record<DamageReason, number>>
  /** Lines rejected by the prefilter; they are not checked. */
  skipped: number
  skippedBytes: number
  blankBytes: number
  bomBytes: number
  endingBytes: number
  crlf: number
}

export function emptySummary(): LogSummary {
  return {
    bytes: 0,
    lines: 0,
    records: 0,
    recordBytes: 0,
    salvaged: 0,
    damaged: 0,
    damagedBytes: 0,
    damage: {},
    skipped: 0,
    skippedBytes: 0,
    blankBytes: 0,
    bomBytes: 0,
    endingBytes: 0,
    crlf: 0,
  }
}

/** Adds an entry that was taken from the input. */
export function countEntry(summary: LogSummary, entry: LogEntry): void {
  const size = entry.bytes.length
  summary.endingBytes += endingBytes[entry.ending]
  if (entry.ending === 'crlf') summary.crlf += 1
  if (entry.kind === 'record') {
    summary.records += 1
    summary.recordBytes += size
    if (entry.salvaged) summary.salvaged += 1
  } else if (entry.kind === 'damaged') {
    summary.damaged += 1
    summary.damagedBytes += size
    summary.damage[entry.reason] = (summary.damage[entry.reason] ?? 0) + 1
  } else if (entry.what === 'bom') summary.bomBytes += size
  else summary.blankBytes += size
}

/** Bytes read that no entry accounts for; anything but 0 is a defect of the scanner. */
export function unaccountedBytes(summary: LogSummary): number {
  const { bytes, recordBytes, damagedBytes, skippedBytes, blankBytes, bomBytes, endingBytes } = summary
  return bytes - recordBytes - damagedBytes - skippedBytes - blankBytes - bomBytes - endingBytes
}
