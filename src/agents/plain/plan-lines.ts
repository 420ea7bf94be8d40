import type { Edit } from '../../transcript/edit.ts'
import type { RecordChange } from '../agent.ts'
import type { LineDecisions } from '../jsonl/rewrite-lines.ts'
import type { PlainLines } from './read-lines.ts'
import { isRecord } from '../../json/is-record.ts'

type Value = Record<string, unknown>

/** Turns edits of the messages into changes of lines. */
export function planLines(
  lines: PlainLines,
  edits: readonly Edit[],
): { decisions: LineDecisions; changes: RecordChange[] } {
  const removed = new Set<number>()
  const values = new Map<number, Value>()
  const before = new Map<number, Value[]>()
  const after = new Map<number, Value[]>()
  const changes: RecordChange[] = []
  for (const edit of edits) {
    const place = lines.messages[edit.index]
    const anchor = place ?? lines.messages.at(-1)
    if (!anchor) continue
    const { offset, line } = anchor
    if (edit.op === 'insert') {
      const map = place ? before : after
      if (isRecord(edit.after)) map.set(offset, [...(map.get(offset) ?? []), edit.after])
      changes.push({ op: 'inserted', record: { line }, why: 'content' })
    } else if (edit.op === 'remove') {
      removed.add(offset)
      changes.push({ op: 'removed', record: { line }, why: 'content' })
    } else if (isRecord(edit.after)) {
      values.set(offset, edit.after)
      changes.push({ op: 'replaced', record: { line }, why: 'content' })
    }
  }
  const decisions: LineDecisions = {
    removed: (offset) => removed.has(offset),
    rewrite: (offset) => values.get(offset),
    lenient: lines.lenient,
    before,
    after,
  }
  return { decisions, changes }
}
