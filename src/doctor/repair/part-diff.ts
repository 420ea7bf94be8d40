import type { Loss } from '../../faults/loss.ts'
import { syntheticMark } from '../../faults/synthetic-text.ts'
import type { Format, RequestBody } from '../../formats/format.ts'
import type { Edit } from '../../transcript/edit.ts'
import type { Block, Message } from '../../transcript/transcript.ts'
import type { Redactor } from '../redact/redact.ts'
import { describeBlock } from './describe-block.ts'

/** One part of a changed message. */
export interface PartChange {
  readonly op: 'kept' | 'removed' | 'added'
  readonly text: string
  /** The part holds synthetic text of a repair, also when its text is hidden or cut. */
  readonly synthetic?: true
}

/** One edit, part by part. */
export interface EditDiff {
  readonly op: Edit['op']
  /** Index in the list before the repair; an insert stands before it. */
  readonly messageIndex: number
  readonly role: string
  readonly because: Edit['because']
  readonly loss: Loss
  readonly parts: readonly PartChange[]
}

interface Part {
  readonly key: string
  readonly text: string
}

/** The identity of a text is the same whether it stands alone or in a block without other fields. */
function identityOf({ kind, raw, text }: Block): string {
  const isPlain =
    typeof raw !== 'object' || raw === null || Object.keys(raw).every((key) => key === 'type' || key === 'text')
  return (kind === 'text' && isPlain ? text : JSON.stringify(raw)) ?? ''
}

function partsOf(message: Message | undefined, redactor: Redactor): Part[] {
  if (!message) return []
  if (message.blocks.length === 0) return [{ key: message.content, text: `no content (${message.content})` }]
  return message.blocks.map((block) => ({
    key: `${block.kind} ${identityOf(block)}`,
    text: describeBlock(block, redactor),
  }))
}

/** A part that only the repaired message has. */
function added({ key, text }: Part): PartChange {
  return { op: 'added', text, ...(key.includes(syntheticMark.trim()) && { synthetic: true }) }
}

/** The table of more cells than this would cost seconds, and its memory the process. */
const maxCells = 1_000_000

/** Keeps the common beginning and end; everything between is reported as removed and added. */
function roughDiff(before: readonly Part[], after: readonly Part[]): PartChange[] {
  const most = Math.min(before.length, after.length)
  const isSame = (one: number, other: number): boolean => before[one]!.key === after[other]!.key
  let head = 0
  while (head < most && isSame(head, head)) head += 1
  let tail = 0
  while (tail < most - head && isSame(before.length - 1 - tail, after.length - 1 - tail)) tail += 1
  const told = (op: 'kept' | 'removed', parts: readonly Part[]): PartChange[] => parts.map(({ text }) => ({ op, text }))
  return [
    told('kept', before.slice(0, head)),
    told('removed', before.slice(head, before.length - tail)),
    after.slice(head, after.length - tail).map(added),
    told('kept', before.slice(before.length - tail)),
  ].flat()
}

/** The longest common run of parts stays; most messages have few parts, so that the plain table is fast enough. */
function diffParts(before: readonly Part[], after: readonly Part[]): PartChange[] {
  if (before.length * after.length > maxCells) return roughDiff(before, after)
  const common = Array.from({ length: before.length + 1 }, () => Array.from({ length: after.length + 1 }, () => 0))
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      common[i]![j] =
        before[i]!.key === after[j]!.key ? common[i + 1]![j + 1]! + 1 : Math.max(common[i + 1]![j]!, common[i]![j + 1]!)
  const changes: PartChange[] = []
  let i = 0
  let j = 0
  while (i < before.length || j < after.length) {
    const old = before[i]
    const fresh = after[j]
    if (old && fresh && old.key === fresh.key) {
      changes.push({ op: 'kept', text: old.text })
      i += 1
      j += 1
    } else if (old && (!fresh || common[i + 1]![j]! >= common[i]![j + 1]!)) {
      changes.push({ op: 'removed', text: old.text })
      i += 1
    } else if (fresh) {
      changes.push(added(fresh))
      j += 1
    }
  }
  return changes
}

/** Fields beside the parts that differ, such as a role. */
function fieldChanges(before: unknown, after: unknown): PartChange[] {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return []
  const old = before as Readonly<Record<string, unknown>>
  const fresh = after as Readonly<Record<string, unknown>>
  const keys = [...new Set([...Object.keys(old), ...Object.keys(fresh)])]
  return keys
    .filter((key) => JSON.stringify(old[key]) !== JSON.stringify(fresh[key]))
    .map((key) => ({ op: key in fresh ? 'added' : 'removed', text: `field ${key}` }))
}

/** Shows the edits of a repair part by part. */
export function diffEdits(
  edits: readonly Edit[],
  format: Format,
  request: RequestBody | undefined,
  redactor: Redactor,
): EditDiff[] {
  const rules = format.rules(request ?? {})
  return edits.map((edit) => {
    const before = edit.op === 'insert' ? undefined : format.read(edit.before, edit.index, rules)
    const after = edit.op === 'remove' ? undefined : format.read(edit.after, edit.index, rules)
    const parts = diffParts(partsOf(before, redactor), partsOf(after, redactor))
    const unchanged = edit.op === 'replace' && parts.every(({ op }) => op === 'kept')
    const role = before && after && before.role !== after.role ? `${before.role} → ${after.role}` : undefined
    return {
      op: edit.op,
      messageIndex: edit.index,
      role: role ?? (after ?? before)!.role,
      because: edit.because,
      loss: edit.loss,
      parts: unchanged && edit.op === 'replace' ? fieldChanges(edit.before, edit.after) : parts,
    }
  })
}
