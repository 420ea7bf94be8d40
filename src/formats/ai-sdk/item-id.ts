import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'

type Options = Readonly<Record<string, unknown>>

/** Where parts keep what the provider's package has told them: in ModelMessages, and in UIMessages for the call and its result. */
const optionFields = ['providerOptions', 'providerMetadata', 'callProviderMetadata', 'resultProviderMetadata']

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
  if (!isRecord(raw)) return undefined
  const changed = optionFields.flatMap((field) => {
    const options = raw[field]
    return isRecord(options) && itemIdAmong(options) !== undefined ? [[field, stripped(options)] as const] : []
  })
  if (changed.length === 0) return undefined
  return changed.reduce<unknown>((part, [field, options]) => withField(part, field, options), raw)
}

/** Of a package of which nothing else was told, nothing stays. */
function stripped(options: Options): Options | undefined {
  const kept = Object.entries(options).flatMap(([name, own]) => {
    if (!isRecord(own)) return [[name, own] as const]
    const { itemId: _itemId, ...rest } = own
    return Object.keys(rest).length > 0 ? [[name, rest] as const] : []
  })
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}
