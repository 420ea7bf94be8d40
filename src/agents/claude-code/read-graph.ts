import { scanRecordLog, type ScanSourceOptions } from '../../record-log/scan-record-log.ts'
import { readableDamage } from '../jsonl/readable-damage.ts'
import { damageFinding, glueFinding } from '../jsonl/line-findings.ts'
import type { ClaudeGraph } from './claude-graph.ts'
import { isClaudeRecord } from './claude-record.ts'
import { GraphRecords } from './graph-records.ts'
import { damageReader } from './torn-line.ts'

/** The scan options for transcripts, for reading and for writing back. */
export const scanOptions: ScanSourceOptions = { isRecord: isClaudeRecord }

/** Reads the graph of a transcript. Only conversation lines keep their content in memory. */
export async function readGraph(path: string): Promise<ClaudeGraph> {
  const records = new GraphRecords(path)
  const { findings } = records
  const lenient = new Map<number, Record<string, unknown>>()
  const scan = scanRecordLog(path, { ...scanOptions, isTransient: true })
  try {
    for await (const entries of scan.batches())
      for (const entry of entries) {
        if (entry.kind === 'record') {
          if (entry.salvaged) findings.push(glueFinding(entry))
          const again = records.take(entry, entry.value)
          if (again) await again
        } else if (entry.kind === 'damaged') {
          const value = readableDamage(entry, damageReader(records.timestamp))
          findings.push(damageFinding(entry, value !== undefined))
          if (!value) continue
          lenient.set(entry.offset, value)
          await records.take(entry, value)
        }
      }
  } finally {
    await records.close()
  }
  const { crlf, lines } = scan.summary
  return { ...records.read(), lenient, crlf: crlf * 2 > lines }
}
