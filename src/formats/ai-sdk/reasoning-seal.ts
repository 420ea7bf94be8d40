import { isRecord } from '../../json/is-record.ts'
import { toldIn, withoutTold } from './without-told.ts'

type Part = Readonly<Record<string, unknown>>

/** Where the providers' packages keep the reasoning itself, or its item id: such a part needs no text. */
export const carrierFields: readonly string[] = [
  'redactedData',
  'reasoningEncryptedContent',
  'thoughtSignature',
  'itemId',
]

/** Where they keep the signature of a reasoning part (in `providerOptions`, or `providerMetadata` of UI messages). */
const sealFields = ['signature', ...carrierFields]

/** Whether a package keeps a signature or sealed content under that name. */
export function isSealField(field: string): boolean {
  return sealFields.includes(field)
}

/** The signature, encrypted text or item id of a reasoning part; undefined when it carries none. */
export function reasoningSeal(raw: Part): string | undefined {
  return firstOf(raw, sealFields)
}

const signatures = ['thoughtSignature']

/** Gemini's signature of a call, a text or a file. */
export function thoughtSignature(raw: Part): string | undefined {
  return firstOf(raw, signatures)
}

/** The part with that signature of Gemini, or without any; other provider options stay. */
export function withThoughtSignature(raw: unknown, signature: string | undefined): unknown {
  const bare = withoutTold(raw, signatures) ?? raw
  if (signature === undefined || !isRecord(bare)) return bare
  const options = isRecord(bare['providerOptions']) ? bare['providerOptions'] : {}
  // Vertex, and servers with names of their own, read the options under their own name.
  const name = toldIn((raw as Part)['providerOptions'], signatures)?.holder ?? 'google'
  const own = isRecord(options[name]) ? options[name] : {}
  return { ...bare, providerOptions: { ...options, [name]: { ...own, thoughtSignature: signature } } }
}

/** Whether a part without text still holds reasoning. */
export function carriesReasoning(raw: Part): boolean {
  return firstOf(raw, carrierFields) !== undefined
}

/** Whether the part carries a seal that only reasoning has, so that a part without a type must have been reasoning. */
export function isSealed(raw: Part): boolean {
  return firstOf(raw, ['signature', 'redactedData', 'reasoningEncryptedContent']) !== undefined
}

function firstOf(raw: Part, fields: readonly string[]): string | undefined {
  return toldIn(raw['providerOptions'] ?? raw['providerMetadata'], fields)?.text
}
