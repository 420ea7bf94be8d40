import type { LogEntry } from '../../record-log/log-entry.ts'
import { scanRecordLog, type ScanSourceOptions } from '../../record-log/scan-record-log.ts'
import { writeRecordLog, type NewLine, type WriteBytes } from '../../record-log/write-record-log.ts'
import type { Quarantine } from '../agent.ts'

/** The changes to the lines of a session file, by byte offset. A line that is not named keeps its bytes. */
export interface LineDecisions {
  readonly removed: (offset: number) => boolean
  /** The new value of a record; `undefined` when it keeps its bytes. */
  readonly rewrite: (offset: number, value: Record<string, unknown>) => Record<string, unknown> | undefined
  /** Values of damaged lines that are kept as they could be read. */
  readonly lenient: ReadonlyMap<number, Record<string, unknown>>
  readonly before: ReadonlyMap<number, readonly Record<string, unknown>[]>
  readonly after: ReadonlyMap<number, readonly Record<string, unknown>[]>
}

async function* decidedLines(
  source: AsyncIterable<LogEntry>,
  decisions: LineDecisions,
  quarantine: Quarantine | undefined,
): AsyncGenerator<LogEntry | NewLine> {
  let brokenLine = -1
  for await (const entry of source) {
    for (const value of decisions.before.get(entry.offset) ?? []) yield { kind: 'new', value }
    const value = entry.kind === 'record' ? entry.value : decisions.lenient.get(entry.offset)
    if (entry.kind === 'damaged') await quarantine?.(entry)
    if (value) {
      const changed = decisions.rewrite(entry.offset, value) ?? (entry.kind === 'record' ? undefined : value)
      if (!decisions.removed(entry.offset)) yield changed ? { kind: 'new', value: changed } : entry
    }
    // White space around damage belongs to the damage; a line that was blank before stays.
    else if (
      entry.kind === 'blank' &&
      (entry.what === 'bom' || (entry.ending !== 'glued' && entry.line !== brokenLine))
    )
      yield entry
    if (entry.ending === 'glued') brokenLine = entry.line
    for (const added of decisions.after.get(entry.offset) ?? []) yield { kind: 'new', value: added }
  }
}

export interface RewriteOptions {
  readonly scan: ScanSourceOptions
  /** Ending of new and changed lines. */
  readonly ending: 'lf' | 'crlf'
  readonly quarantine?: Quarantine | undefined
}

/** Writes a session file with the decided changes, in constant memory: the file is scanned once more. */
export async function rewriteLines(
  source: string | readonly Uint8Array[],
  decisions: LineDecisions,
  write: WriteBytes,
  { scan, ending, quarantine }: RewriteOptions,
): Promise<void> {
  await writeRecordLog(decidedLines(scanRecordLog(source, scan), decisions, quarantine), write, { ending })
}
