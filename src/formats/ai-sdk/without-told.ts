import { isRecord } from '../../json/is-record.ts'
import { withField } from '../../json/with-field.ts'

type Options = Readonly<Record<string, unknown>>

/** Where parts keep provider options: in ModelMessages, and in UIMessages for the call and its result. */
export const optionFields: readonly string[] = [
  'providerOptions',
  'providerMetadata',
  'callProviderMetadata',
  'resultProviderMetadata',
]

/** The first string under one of these names, and the name of the package that holds it. */
export function toldIn(
  options: unknown,
  names: readonly string[],
): { readonly holder: string; readonly text: string } | undefined {
  if (!isRecord(options)) return undefined
  for (const holder in options) {
    const own = options[holder]
    if (!isRecord(own)) continue
    for (const name of names) {
      const text = own[name]
      if (typeof text === 'string') return { holder, text }
    }
  }
  return undefined
}

/**
 * The part without the option strings of those names; its other options stay. Undefined when it has none of them.
 *
 * @example
 * withoutTold({ type: 'tool-call', providerOptions: { google: { thoughtSignature: 'A' } } }, ['thoughtSignature']) // { type: 'tool-call' }
 */
export function withoutTold(raw: unknown, names: readonly string[]): unknown {
  if (!isRecord(raw)) return undefined
  const changed = optionFields.flatMap((field) => {
    const options = raw[field]
    return isRecord(options) && isToldAny(options, names) ? [[field, stripped(options, names)] as const] : []
  })
  if (changed.length === 0) return undefined
  return changed.reduce<unknown>((part, [field, options]) => withField(part, field, options), raw)
}

function isToldAny(options: Options, names: readonly string[]): boolean {
  return Object.values(options).some((own) => isRecord(own) && names.some((name) => typeof own[name] === 'string'))
}

/** A package without any other option is removed. */
function stripped(options: Options, names: readonly string[]): Options | undefined {
  const kept = Object.entries(options).flatMap(([name, own]) => {
    if (!isRecord(own)) return [[name, own] as const]
    const rest = Object.entries(own).filter(([field]) => !names.includes(field))
    return rest.length > 0 ? [[name, Object.fromEntries(rest)] as const] : []
  })
  return kept.length > 0 ? Object.fromEntries(kept) : undefined
}
