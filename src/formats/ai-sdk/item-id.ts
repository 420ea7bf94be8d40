import { isRecord } from '../../json/is-record.ts'
import { optionFields, toldIn, withoutTold } from './without-told.ts'

const itemIds = ['itemId']

/** The id under which OpenAI keeps the part as an item; undefined when it has none. */
export function itemIdIn(raw: unknown): string | undefined {
  if (!isRecord(raw)) return undefined
  for (const field of optionFields) {
    const told = toldIn(raw[field], itemIds)
    if (told !== undefined) return told.text
  }
  return undefined
}

/** Whether OpenAI's package sends this reasoning as an item without an id. */
export function isNamelessItem(raw: unknown): boolean {
  if (!isRecord(raw) || raw['type'] !== 'reasoning' || itemIdIn(raw) !== undefined) return false
  return optionFields.some((field) => toldIn(raw[field], ['reasoningEncryptedContent']) !== undefined)
}

/**
 * The part without the id of the item that OpenAI keeps: with it the package sends a reference only, without it the whole part. Undefined
 * when it has none.
 */
export function withoutItemId(raw: unknown): unknown {
  return withoutTold(raw, itemIds)
}
