import type { Gap } from './chain.ts'
import { gapLine } from './gap-line.ts'
import type { JournalRecord } from './frame.ts'
import { LineOrder } from './line-order.ts'
import { isSnapshot } from './snapshot-record.ts'

/**
 * The records of a session as lines. Missing records are marked by a gap line, so that an import can distinguish what the session
 * had lost from lines that the export lost afterwards.
 *
 * @param known recorded losses: records lost at the end cannot be seen from the other records
 */
export async function* exportSession(
  records: AsyncIterable<JournalRecord>,
  known: readonly Gap[],
): AsyncGenerator<string> {
  const ends = new Map(known.filter(({ before }) => before === undefined).map((gap) => [gap.after, gap]))
  const order = new LineOrder()
  let after = 0
  for await (const record of records) {
    const isMissing = order.place(record)?.missing !== undefined
    // A snapshot has replaced everything before it, losses included.
    const gap = isMissing ? { after, before: record.seq } : isSnapshot(record) ? undefined : ends.get(after)
    if (gap) yield gapLine(gap)
    yield `${JSON.stringify(record)}\n`
    after = record.seq
  }
  const last = ends.get(after)
  if (last) yield gapLine(last)
}
