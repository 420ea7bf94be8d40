import { isRecord } from '../../json/is-record.ts'
import { optionFields, toldIn, withoutTold } from './without-told.ts'

const itemIds = ['itemId']

/** The id under which OpenAI keeps the part; undefined when it has none. */
export function itemIdIn(raw: unknown): string | undefined {
  if (!isRecord(raw)) return undefined
  for (const field of optionFields) {
    const told = toldIn(raw[field], itemIds)
    if (told !== undefined) return told.text
  }
  return undefined
}

/** Whether OpenAI's package sends reasoning as an item that has no id. */
export function isNamelessItem(raw: unknown): boolean {
  if (!isRecord(raw) || raw['type'] !== 'reasoning' || itemIdIn(raw) !== undefined) return false
  return optionFields.some((field) => toldIn(raw[field], ['reasoningEncryptedContent']) !== undefined)
}

/**
 * The part without the id of the item that OpenAI keeps of it: its package sends such a part as a reference by that id, and whole
 * without it. Undefined when it has none.
 */
export function withoutItemId(raw: unknown): unknown {
  return withoutTold(raw, itemIds)
}
