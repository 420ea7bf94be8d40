import { canonicalJson } from '../json/canonical-json.ts'
import { derivedOnce } from './settled-messages.ts'
import { StoreError } from './store-error.ts'

type Crypto = typeof import('node:crypto')
let crypto: Crypto | undefined

/** Loaded at first use: `node:crypto` costs the import of the core several milliseconds. */
function sha256(text: string): string {
  crypto ??= process.getBuiltinModule('node:crypto')
  return crypto.hash('sha256', text)
}

/**
 * The digest of one message: SHA-256, in hex, of its canonical JSON.
 *
 * @throws StoreError `invalid_value` when the message has no JSON form
 */
export function messageDigest(message: unknown): string {
  return derivedOnce(message, 'digest', () => digestOf(message))
}

function digestOf(message: unknown): string {
  let text: string | undefined
  try {
    text = canonicalJson(message)
  } catch (cause) {
    throw new StoreError({ code: 'invalid_value', message: 'A message cannot be written as JSON.', cause })
  }
  if (text === undefined) throw new StoreError({ code: 'invalid_value', message: 'A message is not a JSON value.' })
  return sha256(text)
}

/** One link of the chain: the digest of a prefix, from that of the prefix one shorter (`''` for none) and the next message's. */
export function chainDigest(previous: string, digest: string): string {
  return sha256(previous + digest)
}

/**
 * The digests of all prefixes of a conversation: element i stands for the first i + 1 messages. Equal messages give
 * equal digests whatever their key order; cache hints (`cache_control`) do not count. Pass the last known digest as
 * `previous` to go on from there: a new turn costs only its own messages.
 *
 * @throws StoreError `invalid_value` when a message has no JSON form
 * @example
 * const digests = prefixDigests(messages)
 * digests.push(...prefixDigests(newMessages, digests.at(-1)))
 */
export function prefixDigests(messages: readonly unknown[], previous = ''): string[] {
  let digest = previous
  return messages.map((message) => (digest = chainDigest(digest, messageDigest(message))))
}
