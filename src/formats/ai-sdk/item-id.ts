import { isRecord } from '../../json/is-record.ts'
import { optionFields, withoutTold } from './without-told.ts'

type Options = Readonly<Record<string, unknown>>

/** The id under which OpenAI keeps the part; undefined when it has none. */
export function itemIdIn(raw: unknown): string | undefined {
  if (!isRecord(raw)) return undefined
  for (const field of optionFields) {
    const options = raw[field]
    const id = isRecord(options) ? itemIdAmong(options) : undefined
    if (id !== undefined) return id
  }
  return undefined
}

/** The first such id that a package was told. */
function itemIdAmong(options: Options): string | undefined {
  for (const name in options) {
    const own = options[name]
    if (isRecord(own) && typeof own['itemId'] === 'string') return own['itemId']
  }
  return undefined
}

/**
 * The part without the id of the item that OpenAI keeps of it: its package sends such a part as a reference by that id, and whole
 * without it. Undefined when it has none.
 */
export function withoutItemId(raw: unknown): unknown {
  return withoutTold(raw, ['itemId'])
}
