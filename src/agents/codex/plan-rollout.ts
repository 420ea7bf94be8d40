import type { Edit } from '../../transcript/edit.ts'
import type { RecordChange, RecordRef } from '../agent.ts'
import type { LineDecisions } from '../jsonl/rewrite-lines.ts'
import { payloadOf } from './codex-record.ts'
import { renumber } from './line-order.ts'
import type { Rollout, RolloutItem } from './rollout.ts'
import { toRolloutItem } from './rollout-item.ts'

/** The item's line, and its id in the Responses API. */
export function itemRef({ item, line }: RolloutItem): RecordRef {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined
  return { line, ...(typeof id === 'string' && { id }) }
}

function add<V>(map: Map<number, V[]>, key: number, value: V): void {
  const list = map.get(key)
  if (list) list.push(value)
  else map.set(key, [value])
}

/** Turns edits of the items into changes of lines. Items of a compacted line are changed inside it. */
export function planRollout(
  rollout: Rollout,
  edits: readonly Edit[],
  header?: Record<string, unknown>,
): { decisions: LineDecisions; changes: RecordChange[] } {
  const payloads = new Map<number, unknown>()
  const histories = new Map<number, unknown[][]>()
  const removed = new Set<number>(rollout.repeated)
  const before = new Map<number, Record<string, unknown>[]>()
  const after = new Map<number, Record<string, unknown>[]>()
  const changes: RecordChange[] = []
  if (header && rollout.first) {
    before.set(rollout.first.offset, [header])
    changes.push({ op: 'inserted', record: { line: 1 }, why: 'damage' })
  }
  /** Per slot of a compacted line, what stands there now: nothing, the item, or several. */
  const slotsOf = (offset: number): unknown[][] => {
    const slots =
      histories.get(offset) ?? rollout.items.filter((each) => each.offset === offset).map(({ item }) => [item])
    histories.set(offset, slots)
    return slots
  }

  for (const edit of edits) {
    const place = rollout.items[edit.index]
    if (edit.op === 'insert') {
      const anchor = place ?? rollout.items.at(-1)
      // The time is the neighbour's: no clock (I2).
      const line = { timestamp: anchor?.timestamp, type: 'response_item', payload: toRolloutItem(edit.after) }
      if (place?.slot === undefined) add(place ? before : after, place?.offset ?? rollout.lastOffset, line)
      else slotsOf(place.offset)[place.slot]!.unshift(toRolloutItem(edit.after))
      changes.push({
        op: place?.slot === undefined ? 'inserted' : 'replaced',
        record: { line: anchor?.line ?? 1 },
        why: 'content',
      })
    } else if (place) {
      if (place.slot !== undefined) {
        const slot = slotsOf(place.offset)[place.slot]!
        slot.splice(-1, 1, ...(edit.op === 'replace' ? [toRolloutItem(edit.after, edit.before)] : []))
      } else if (edit.op === 'remove') removed.add(place.offset)
      else payloads.set(place.offset, toRolloutItem(edit.after, edit.before))
      changes.push({
        op: edit.op === 'remove' && place.slot === undefined ? 'removed' : 'replaced',
        record: itemRef(place),
        why: 'content',
      })
    }
  }
  const ordinals = renumber(rollout.lines, { removed, before, after })
  const payloadAt = (offset: number, value: Record<string, unknown>): unknown => {
    const slots = histories.get(offset)
    if (slots) return { ...payloadOf(value), replacement_history: slots.flat() }
    return payloads.has(offset) ? payloads.get(offset) : value['payload']
  }
  const rewrite: LineDecisions['rewrite'] = (offset, value) => {
    const payload = payloadAt(offset, value)
    const ordinal = ordinals.get(offset)
    if (ordinal === undefined) return payload === value['payload'] ? undefined : { ...value, payload }
    const { timestamp, ordinal: _old, ...rest } = value
    return { timestamp, ordinal, ...rest, payload }
  }
  return {
    decisions: { removed: (offset) => removed.has(offset), rewrite, lenient: rollout.lenient, before, after },
    changes,
  }
}
