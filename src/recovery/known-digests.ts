import { chainDigest, messageDigest } from '../storage/prefix-digests.ts'
import { isRecord } from '../json/is-record.ts'

interface Known {
  readonly content: unknown
  readonly length: number
  readonly last: unknown
  readonly digest: string
}

const known = new WeakMap<object, Known>()

/**
 * The digests of all prefixes of a conversation, as `prefixDigests`, remembering those of messages that are still the same
 * object with the same blocks: a turn that was appended costs only its own messages.
 */
export function knownDigests(messages: readonly unknown[]): string[] {
  let digest = ''
  return messages.map((message) => (digest = chainDigest(digest, digestOf(message))))
}

function digestOf(message: unknown): string {
  if (!isRecord(message)) return messageDigest(message)
  const content = message['content'] ?? message['parts']
  const length = Array.isArray(content) ? content.length : -1
  const last: unknown = Array.isArray(content) ? content.at(-1) : undefined
  const former = known.get(message)
  if (former && former.content === content && former.length === length && former.last === last) return former.digest
  const digest = messageDigest(message)
  known.set(message, { content, length, last, digest })
  return digest
}
