import { isRecord } from '../json/is-record.ts'
import { knownLink } from '../storage/known-link.ts'
import { messageDigest } from '../storage/prefix-digests.ts'
import { derivedOnce } from '../storage/settled-messages.ts'

interface Known {
  readonly content: unknown
  readonly length: number
  readonly last: unknown
  readonly digest: string
}

const known = new WeakMap<object, Known>()

/**
 * The digests of all prefixes of a conversation, as `prefixDigests`, remembering those of messages that are still the same
 * object with the same blocks, and behind the same prefix: a turn that was appended costs only its own messages.
 */
export function knownDigests(messages: readonly unknown[]): readonly string[] {
  return derivedOnce(messages, 'digests', () => {
    let digest = ''
    return messages.map((message) => (digest = knownLink(digest, digestOf(message))))
  })
}

function digestOf(message: unknown): string {
  return isRecord(message) ? entryOf(message).digest : messageDigest(message)
}

function entryOf(message: Record<string, unknown>): Known {
  const content = message['content'] ?? message['parts']
  const length = Array.isArray(content) ? content.length : -1
  const last: unknown = Array.isArray(content) ? content.at(-1) : undefined
  const former = known.get(message)
  if (former && former.content === content && former.length === length && former.last === last) return former
  const entry = { content, length, last, digest: messageDigest(message) }
  known.set(message, entry)
  return entry
}
