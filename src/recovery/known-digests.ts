import { chainDigest, messageDigest } from '../storage/prefix-digests.ts'
import { isRecord } from '../json/is-record.ts'
import { derivedOnce } from '../storage/settled-messages.ts'

interface Known {
  readonly content: unknown
  readonly length: number
  readonly last: unknown
  readonly digest: string
  /** The digest of the prefix before the message when it was last asked for, and the one with it. */
  previous: string | undefined
  link: string
}

const known = new WeakMap<object, Known>()

/**
 * The digests of all prefixes of a conversation, as `prefixDigests`, remembering those of messages that are still the same
 * object with the same blocks, and behind the same prefix: a turn that was appended costs only its own messages.
 */
export function knownDigests(messages: readonly unknown[]): readonly string[] {
  return derivedOnce(messages, 'digests', () => {
    let digest = ''
    return messages.map((message) => (digest = linkOf(message, digest)))
  })
}

function linkOf(message: unknown, previous: string): string {
  if (!isRecord(message)) return chainDigest(previous, messageDigest(message))
  const entry = entryOf(message)
  if (entry.previous !== previous) {
    entry.link = chainDigest(previous, entry.digest)
    entry.previous = previous
  }
  return entry.link
}

function entryOf(message: Record<string, unknown>): Known {
  const content = message['content'] ?? message['parts']
  const length = Array.isArray(content) ? content.length : -1
  const last: unknown = Array.isArray(content) ? content.at(-1) : undefined
  const former = known.get(message)
  if (former && former.content === content && former.length === length && former.last === last) return former
  const entry = { content, length, last, digest: messageDigest(message), previous: undefined, link: '' }
  known.set(message, entry)
  return entry
}
