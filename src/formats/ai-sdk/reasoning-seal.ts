import { isRecord } from '../../json/is-record.ts'
import { toldIn, withoutTold } from './without-told.ts'

type Part = Readonly<Record<string, unknown>>

/** Where the providers' packages keep the reasoning itself, or its name: such a part needs no text. */
export const carrierFields: readonly string[] = [
  'redactedData',
  'reasoningEncryptedContent',
  'thoughtSignature',
  'itemId',
]

/** Where they keep what seals a reasoning part (`providerOptions`, in UI messages `providerMetadata`). */
const sealFields = ['signature', ...carrierFields]

/** Whether a package keeps a text under that name. */
export function isSealField(field: string): boolean {
  return sealFields.includes(field)
}

/** The signature, encrypted text or item id of a reasoning part; undefined when it carries none. */
export function reasoningSeal(raw: Part): string | undefined {
  return firstOf(raw, sealFields)
}

const signatures = ['thoughtSignature']

/** What Gemini has signed a call, a text or a file with. */
export function thoughtSignature(raw: Part): string | undefined {
  return firstOf(raw, signatures)
}

/** The part with that signature of Gemini, or without any; what else its package was told stays. */
export function withThoughtSignature(raw: unknown, signature: string | undefined): unknown {
  const bare = withoutTold(raw, signatures) ?? raw
  if (signature === undefined || !isRecord(bare)) return bare
  const options = isRecord(bare['providerOptions']) ? bare['providerOptions'] : {}
  // Vertex and servers with a name of their own read what stands under theirs.
  const name = toldIn((raw as Part)['providerOptions'], signatures)?.holder ?? 'google'
  const own = isRecord(options[name]) ? options[name] : {}
  return { ...bare, providerOptions: { ...options, [name]: { ...own, thoughtSignature: signature } } }
}

/** Whether a part without text still holds reasoning. */
export function carriesReasoning(raw: Part): boolean {
  return firstOf(raw, carrierFields) !== undefined
}

/** Whether it carries what only reasoning is sealed with: a part that has lost its type was reasoning, then. */
export function isSealed(raw: Part): boolean {
  return firstOf(raw, ['signature', 'redactedData', 'reasoningEncryptedContent']) !== undefined
}

function firstOf(raw: Part, fields: readonly string[]): string | undefined {
  return toldIn(raw['providerOptions'] ?? raw['providerMetadata'], fields)?.text
}
