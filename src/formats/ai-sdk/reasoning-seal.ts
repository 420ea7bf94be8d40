import { isRecord } from '../../json/is-record.ts'

/** Where the providers' packages keep what seals a reasoning part (`providerOptions`, in UI messages `providerMetadata`). */
const sealFields = ['signature', 'redactedData', 'reasoningEncryptedContent', 'thoughtSignature', 'itemId']

/** The signature, encrypted text or item id of a reasoning part; undefined when it carries none. */
export function reasoningSeal(raw: Readonly<Record<string, unknown>>): string | undefined {
  const options = raw['providerOptions'] ?? raw['providerMetadata']
  if (!isRecord(options)) return undefined
  for (const own of Object.values(options)) {
    if (!isRecord(own)) continue
    for (const field of sealFields) if (typeof own[field] === 'string') return own[field]
  }
  return undefined
}
