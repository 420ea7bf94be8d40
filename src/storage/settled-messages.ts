import { isObject } from '../json/is-object.ts'
import type { MessageInput } from './message-input.ts'
import type { PartInput } from './part-input.ts'
import type { PartRecord } from './part-store.ts'

/** Cached values derived from a message, from a list of messages, or from the record of a tool call. */
interface Derived {
  digest?: string
  input?: MessageInput
  digests?: readonly string[]
  /** Of a list: the prefix digests of the beginning that it shares with the list settled before it. */
  begun?: readonly string[]
  /** Of a `PartRecord`: its input for a command. */
  part?: PartInput
  /** Of a message, by the format in which it is read: the tool calls and results in it. */
  [parts: `parts of ${string}`]: readonly PartRecord[] | undefined
}

const settled = new WeakMap<object, Derived>()

/** By the first message of a conversation: the list of it that was settled last. */
const latest = new WeakMap<object, readonly unknown[]>()

/**
 * Declares that these messages will not be changed any more, for example because they were parsed from a request's bytes. What
 * is derived from one of them is then computed once, however often the conversation comes back or is forked. When a conversation
 * goes on, the beginning it shares (by identity) with its former list is skipped, so a turn costs only its new messages.
 */
export function settleMessages(messages: readonly unknown[]): void {
  const [first] = messages
  const former = isObject(first) ? latest.get(first) : undefined
  const same = former === undefined ? 0 : sameLength(former, messages)
  const digests = former === undefined ? undefined : settled.get(former)?.digests
  settled.set(messages, digests === undefined ? {} : { begun: digests.slice(0, same) })
  for (let index = same; index < messages.length; index += 1) settle(messages[index])
  if (isObject(first)) latest.set(first, messages)
}

/** The length of the common beginning of two lists, by identity. */
function sameLength(former: readonly unknown[], messages: readonly unknown[]): number {
  const end = Math.min(former.length, messages.length)
  let same = 0
  while (same < end && former[same] === messages[same]) same += 1
  return same
}

/** The prefix digests that a list has from the list before it: those of their common beginning. */
export function begunDigests(messages: readonly unknown[]): readonly string[] {
  return settled.get(messages)?.begun ?? []
}

function settle(value: unknown): void {
  if (isObject(value) && !settled.has(value)) settled.set(value, {})
}

/** A derived value: cached for what was settled, else computed anew. */
export function derivedOnce<What extends keyof Derived>(
  value: unknown,
  what: What,
  derive: () => NonNullable<Derived[What]>,
): NonNullable<Derived[What]> {
  const known = isObject(value) ? settled.get(value) : undefined
  return known === undefined ? derive() : (known[what] ??= derive())
}
