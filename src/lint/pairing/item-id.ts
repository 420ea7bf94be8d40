import type { ItemIdForm, Rules } from '../../formats/rules.ts'
import { shortHash } from '../../json/short-hash.ts'
import { isRecord } from '../../json/is-record.ts'
import type { BlockKind } from '../../transcript/block-kind.ts'
import { placeOf } from '../../transcript/place-of.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'

/** The id of an item, as it stands in the raw data; undefined where it has none, or null. */
export function itemIdOf(message: Message, { itemIdForm }: Rules): unknown {
  if (itemIdForm === undefined || !isRecord(message.raw)) return undefined
  return message.raw[itemIdForm.field] ?? undefined
}

/** The type of an item: of the block that it is, or a message. */
export function itemType(message: Message): string {
  return message.content === 'none' ? (message.blocks[0]?.shape.type ?? '') : 'message'
}

/** Whether an item has an id of its own that it can do without, or exchange for another. */
export function mayLoseItemId(message: Message, rules: Rules): boolean {
  const form = rules.itemIdForm
  if (form === undefined || itemIdOf(message, rules) === undefined) return false
  const type = itemType(message)
  return !form.callIds.has(type) && message.blocks[0]?.shape.pointer !== true
}

/** Whether an item of the model that has no id can have one that is made here, as that of what only its server reads cannot. */
export function mayGetItemId({ index, kind, message }: Block, rules: Rules): boolean {
  const form = rules.itemIdForm
  if (form === undefined || message.role !== 'assistant' || index > 0 || isOfServer.has(kind)) return false
  return itemIdOf(message, rules) === undefined && !form.demandable.has(itemType(message))
}

const isOfServer: ReadonlySet<BlockKind> = new Set(['thinking', 'compaction', 'reference', 'unknown'])

/** Whether the item under this message's id is known to be no call and no result: a pointer to it leads to neither. */
export function isSpokenItem(message: Message, rules: Rules): boolean {
  const id = itemIdOf(message, rules)
  return typeof id === 'string' && rules.itemIdForm?.spokenPrefixes.test(id) === true
}

/** A reference tells the type of its item by the prefix of the id. */
export function pointsToReasoning({ message, shape }: Block, rules: Rules): boolean {
  const prefix = rules.itemIdForm?.prefixes['reasoning']
  const id = itemIdOf(message, rules)
  return shape.pointer === true && prefix !== undefined && typeof id === 'string' && id.startsWith(`${prefix}_`)
}

/** Another id for an item that may not be without one: a pure function of the old id and the place (I2). */
export function freshItemId(message: Message, form: ItemIdForm, transcript: Transcript): string {
  const type = itemType(message)
  const old = isRecord(message.raw) ? message.raw[form.field] : undefined
  return `${form.prefixes[type] ?? 'item'}_${shortHash(`${String(old)}|${placeOf(message, transcript)}`)}`
}
