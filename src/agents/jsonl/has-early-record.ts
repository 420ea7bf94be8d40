import { HEAD_BYTES, scanRecordLog } from '../../record-log/scan-record-log.ts'

/** The number of records to inspect: a file that begins with more unknown ones belongs to another program. */
const mostRecords = 200
/** Lines that are looked at, whatever they are: of a document over many lines not one is a record, and each costs a salvage. */
const mostLines = 2000

/** Whether one of the first records of a file is the kind that is asked for. A file that cannot be read holds none. */
export async function hasEarlyRecord(
  path: string,
  isWanted: (value: Record<string, unknown>) => boolean,
): Promise<boolean> {
  let looked = 0
  try {
    for await (const entry of scanRecordLog(path, { chunkBytes: HEAD_BYTES, maxLineBytes: 4 * 1024 * 1024 })) {
      if (entry.line > mostLines) return false
      if (entry.kind !== 'record') continue
      if (isWanted(entry.value)) return true
      looked += 1
      if (looked >= mostRecords) return false
    }
  } catch {
    // Not readable as a file of lines: whatever it is, it is no session.
  }
  return false
}
