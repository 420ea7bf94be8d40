import type { LineDecisions } from '../jsonl/rewrite-lines.ts'
import type { MessageRecord } from './gemini-record.ts'
import type { MessageSource } from './chat.ts'

interface SlotChange {
  readonly before: MessageRecord[]
  readonly after: MessageRecord[]
  value: MessageRecord | undefined
  removed: boolean
}

/** Gathers changes of message records, wherever they stand: on lines of their own or in the lists of patches. */
export interface SlotWriter {
  replace(source: MessageSource, value: MessageRecord): void
  remove(source: MessageSource): void
  insert(source: MessageSource, side: 'before' | 'after', value: MessageRecord): void
  /** A new line after the record at this offset. */
  append(offset: number, value: MessageRecord): void
  decisions(
    lenient: LineDecisions['lenient'],
    withList: (
      value: Record<string, unknown>,
      change: (list: readonly unknown[]) => unknown[],
    ) => Record<string, unknown>,
  ): LineDecisions
}

export function createSlotWriter(): SlotWriter {
  const lines = new Map<number, SlotChange>()
  const lists = new Map<number, Map<number, SlotChange>>()
  const appended = new Map<number, MessageRecord[]>()
  const at = <K>(map: Map<K, SlotChange>, key: K): SlotChange => {
    const found = map.get(key) ?? { before: [], after: [], value: undefined, removed: false }
    map.set(key, found)
    return found
  }
  const slotAt = ({ offset, slot }: MessageSource): SlotChange => {
    if (slot === undefined) return at(lines, offset)
    const list = lists.get(offset) ?? new Map<number, SlotChange>()
    lists.set(offset, list)
    return at(list, slot)
  }

  return {
    replace: (source, value) => void (slotAt(source).value = value),
    remove: (source) => void (slotAt(source).removed = true),
    insert: (source, side, value) => void slotAt(source)[side].push(value),
    append: (offset, value) => void appended.set(offset, [...(appended.get(offset) ?? []), value]),
    decisions: (lenient, withList) => {
      const before = new Map<number, readonly MessageRecord[]>()
      const after = new Map<number, readonly MessageRecord[]>()
      for (const [offset, change] of lines) {
        if (change.before.length > 0) before.set(offset, change.before)
        if (change.after.length > 0) after.set(offset, change.after)
      }
      for (const [offset, records] of appended) after.set(offset, [...(after.get(offset) ?? []), ...records])
      return {
        removed: (offset) => lines.get(offset)?.removed === true,
        rewrite: (offset, value) => {
          const list = lists.get(offset)
          if (!list) return lines.get(offset)?.value
          return withList(value, (stored) =>
            stored.flatMap((each, slot): unknown[] => {
              const change = list.get(slot)
              if (!change) return [each]
              return [...change.before, ...(change.removed ? [] : [change.value ?? each]), ...change.after]
            }),
          )
        },
        lenient,
        before,
        after,
      }
    },
  }
}
