import { fieldOfMessage } from '../formats/field-of-message.ts'
import { isEqual } from '../json/is-equal.ts'
import type { Format } from '../formats/format.ts'
import type { Cause, DraftChanges, MessageChange, NewMessage, RawInsertion } from './draft-changes.ts'
import type { Message, Transcript } from '../transcript/transcript.ts'

/** A raw message of the result, with the index that it had before; null for a new one. */
export interface Placed {
  readonly raw: unknown
  readonly origin: number | null
  readonly causes: readonly Cause[]
}

/** A message that is gone. */
export interface Removed {
  readonly origin: number
  readonly causes: readonly Cause[]
}

/** What a pass made of a list of messages. */
export interface AppliedDraft {
  readonly placed: readonly Placed[]
  readonly removed: readonly Removed[]
}

/** What every message of a list is placed as before the first pass; nearly all of them stay it. */
export function placeAll(messages: readonly unknown[]): readonly Placed[] {
  return Array.from(messages, (raw, origin) => ({ raw, origin, causes: noCauses }))
}

const noCauses: readonly Cause[] = []

/**
 * Writes the collected changes of a pass into a new list, `before` being the places that the pass has read. Messages without a
 * change keep their identity (I6).
 */
export function applyDraft(
  transcript: Transcript,
  changes: DraftChanges,
  format: Format,
  before: readonly Placed[],
): AppliedDraft {
  const created = Map.groupBy(changes.created, (creation) => creation.before)
  const placed: Placed[] = []
  const removed: Removed[] = []
  for (let index = 0; index <= transcript.messages.length; index += 1) {
    for (const creation of created.get(index) ?? []) {
      placed.push({ raw: rawOf(creation, format), origin: null, causes: creation.causes })
    }
    const message = transcript.messages[index]
    if (message === undefined) break
    const change = changes.messages.get(index)
    if (change === undefined) {
      placed.push(before[index]!)
      continue
    }
    const { causes, origin } = before[index]!
    const raw = rewritten(message, change, format)
    const all = [...causes, ...change.causes]
    // A fix that writes what stands there already (a partner whose name was right) is no edit (I6).
    if (raw !== undefined) placed.push(isEqual(raw, message.raw) ? before[index]! : { raw, origin, causes: all })
    else if (origin !== null) removed.push({ origin, causes: all })
  }
  return { placed, removed }
}

function rawOf(creation: NewMessage | RawInsertion, format: Format): unknown {
  if ('raw' in creation) return creation.raw
  return format.write.message(
    creation.role,
    creation.blocks.map((block) => asBlock(block, format, creation.role)),
  )
}

/** What was the whole text of a message is a block among others where it goes. */
function asBlock(raw: unknown, format: Format, role?: NewMessage['role']): unknown {
  return typeof raw === 'string' ? format.write.text(raw, role) : raw
}

/** The raw message after its changes; undefined when no block is left of it. */
function rewritten(message: Message, change: MessageChange, format: Format): unknown {
  if (change.removed) return undefined
  let raw = change.replacement ?? message.raw
  for (const [field, value] of change.fields) raw = format.write.withField(raw, field, value)
  let left = message.blocks.length + change.inserted.length
  const fields = new Set(change.blocks.keys())
  if (change.inserted.length > 0) fields.add(format.contentField)
  for (const field of fields) {
    const blocks = change.blocks.get(field) ?? new Map<number, readonly unknown[]>()
    for (const replacement of blocks.values()) left += replacement.length - 1
    const inserted = field === format.contentField ? change.inserted : []
    raw = format.write.withField(raw, field, newValue(message, field, blocks, inserted, format))
  }
  return left === 0 && fields.size > 0 ? undefined : raw
}

/** The value of a content field after its block changes. A field that is one block itself becomes a list only when it must. */
function newValue(
  message: Message,
  field: string,
  blocks: ReadonlyMap<number, readonly unknown[]>,
  inserted: MessageChange['inserted'],
  format: Format,
): unknown {
  const value = fieldOfMessage(message.raw as object, field, format)
  if (Array.isArray(value)) return mergeList(value, blocks, inserted)
  const whole = blocks.get(-1)
  if (inserted.length === 0) return whole === undefined || whole.length < 2 ? whole?.[0] : whole
  const current = whole ?? (typeof value === 'string' && value !== '' ? [value] : [])
  return mergeList(
    current.map((item) => asBlock(item, format)),
    new Map(),
    inserted,
  )
}

function mergeList(
  list: readonly unknown[],
  blocks: ReadonlyMap<number, readonly unknown[]>,
  inserted: MessageChange['inserted'],
): unknown[] {
  const byPlace = Map.groupBy(inserted, ({ at }) => Math.min(at, list.length))
  const insertedAt = (place: number): unknown[] => (byPlace.get(place) ?? []).map(({ raw }) => raw)
  const blocksAt = (item: unknown, index: number): unknown[] => [...insertedAt(index), ...(blocks.get(index) ?? [item])]
  return [...list.flatMap(blocksAt), ...insertedAt(list.length)]
}
