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
  const plan = new RolloutPlan(rollout)
  if (header && rollout.first) plan.begin(header, rollout.first.offset)
  for (const edit of edits) {
    const place = rollout.items[edit.index]
    if (edit.op === 'insert') plan.insert(edit.after, place)
    else if (place) plan.change(edit, place)
  }
  return { decisions: plan.decisions(), changes: plan.changes }
}

/** What becomes of the lines of a rollout, each named by its offset. */
class RolloutPlan {
  readonly changes: RecordChange[] = []
  readonly #rollout: Rollout
  readonly #payloads = new Map<number, unknown>()
  /** Per slot of a compacted line, what stands there now: nothing, the item, or several. */
  readonly #histories = new Map<number, unknown[][]>()
  readonly #removed: Set<number>
  readonly #before = new Map<number, Record<string, unknown>[]>()
  readonly #after = new Map<number, Record<string, unknown>[]>()

  constructor(rollout: Rollout) {
    this.#rollout = rollout
    this.#removed = new Set(rollout.repeated)
  }

  /** Puts a header in front of the first line. */
  begin(header: Record<string, unknown>, first: number): void {
    this.#before.set(first, [header])
    this.changes.push({ op: 'inserted', record: { line: 1 }, why: 'damage' })
  }

  insert(item: unknown, place: RolloutItem | undefined): void {
    const { items, lastOffset } = this.#rollout
    const anchor = place ?? items.at(-1)
    if (place?.slot === undefined) {
      // The time is the neighbour's: no clock (I2).
      const line = { timestamp: anchor?.timestamp, type: 'response_item', payload: toRolloutItem(item) }
      add(place ? this.#before : this.#after, place?.offset ?? lastOffset, line)
    } else this.#slotsOf(place.offset)[place.slot]!.unshift(toRolloutItem(item))
    this.#note(place?.slot === undefined ? 'inserted' : 'replaced', { line: anchor?.line ?? 1 })
  }

  change(edit: Exclude<Edit, { op: 'insert' }>, place: RolloutItem): void {
    const items = edit.op === 'replace' ? [toRolloutItem(edit.after, edit.before)] : []
    if (place.slot !== undefined) this.#slotsOf(place.offset)[place.slot]!.splice(-1, 1, ...items)
    else if (edit.op === 'remove') this.#removed.add(place.offset)
    else this.#payloads.set(place.offset, items[0])
    this.#note(edit.op === 'remove' && place.slot === undefined ? 'removed' : 'replaced', itemRef(place))
  }

  #note(op: RecordChange['op'], record: RecordRef): void {
    this.changes.push({ op, record, why: 'content' })
  }

  #slotsOf(offset: number): unknown[][] {
    const known = this.#histories.get(offset)
    if (known) return known
    const slots = this.#rollout.items.filter((each) => each.offset === offset).map(({ item }) => [item])
    this.#histories.set(offset, slots)
    return slots
  }

  decisions(): LineDecisions {
    const [removed, before, after] = [this.#removed, this.#before, this.#after]
    const ordinals = renumber(this.#rollout.lines, { removed, before, after })
    return {
      removed: (offset) => removed.has(offset),
      rewrite: (offset, value) => {
        const payload = this.#payloadAt(offset, value)
        const ordinal = ordinals.get(offset)
        if (ordinal === undefined) return payload === value['payload'] ? undefined : { ...value, payload }
        const { timestamp, ordinal: _old, ...rest } = value
        return { timestamp, ordinal, ...rest, payload }
      },
      lenient: this.#rollout.lenient,
      before,
      after,
    }
  }

  #payloadAt(offset: number, value: Record<string, unknown>): unknown {
    const slots = this.#histories.get(offset)
    if (slots) return { ...payloadOf(value), replacement_history: slots.flat() }
    return this.#payloads.has(offset) ? this.#payloads.get(offset) : value['payload']
  }
}
