import { isRecord } from '../../json/is-record.ts'
import { knownLink } from '../../storage/known-link.ts'
import { messageDigest } from '../../storage/prefix-digests.ts'
import { begunDigests, derivedOnce } from '../../storage/settled-messages.ts'
import { sameItems } from '../../json/same-items.ts'

interface Known {
  /** What stood in the message's fields; of its content how many blocks, and the last of them. */
  readonly fields: readonly unknown[]
  readonly length: number
  readonly last: unknown
  readonly digest: string
}

const known = new WeakMap<object, Known>()

/**
 * The digests of all prefixes of a conversation, as `prefixDigests`, remembering those of messages that are still the same
 * object with the same fields and blocks, and behind the same prefix: a turn that was appended costs only its own messages.
 * What a caller changes deeper in a message is not seen: whoever is refused for it calls `forgetDigests`.
 */
export function knownDigests(messages: readonly unknown[]): readonly string[] {
  return derivedOnce(messages, 'digests', () => {
    const digests = [...begunDigests(messages)]
    let digest = digests.at(-1) ?? ''
    for (let index = digests.length; index < messages.length; index += 1)
      digests.push((digest = knownLink(digest, digestOf(messages[index]))))
    return digests
  })
}

/** These messages may have been changed in place since they were read. */
export function forgetDigests(messages: readonly unknown[]): void {
  for (const message of messages) if (isRecord(message)) known.delete(message)
}

function digestOf(message: unknown): string {
  return isRecord(message) ? entryOf(message).digest : messageDigest(message)
}

function entryOf(message: Record<string, unknown>): Known {
  const content = message['content'] ?? message['parts']
  const length = Array.isArray(content) ? content.length : -1
  const last: unknown = Array.isArray(content) ? content.at(-1) : undefined
  // Frameworks name a message, or number it, after they have sent it.
  const fields = Object.values(message)
  const former = known.get(message)
  if (former && former.length === length && former.last === last && sameItems(former.fields, fields)) return former
  const entry = { fields, length, last, digest: messageDigest(message) }
  known.set(message, entry)
  return entry
}
