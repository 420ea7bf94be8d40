import { isObject } from '../json/is-object.ts'
import type { MessageInput } from './message-input.ts'
import type { PartInput } from './part-input.ts'
import type { PartRecord } from './part-store.ts'

/** What is made of a message again and again: its digest, and what a command carries of it; of a list the digests of its prefixes. */
interface Derived {
  digest?: string
  input?: MessageInput
  digests?: readonly string[]
  /** Of a list: those of the messages with which it begins as the one before it did. */
  begun?: readonly string[]
  /** Of a record of a tool call: as a command carries it. */
  part?: PartInput
  /** Of a message, by the format in which it is read: the tool calls and results in it. */
  [parts: `parts of ${string}`]: readonly PartRecord[] | undefined
}

const settled = new WeakMap<object, Derived>()

/** By its first message: the list that was settled last. */
const latest = new WeakMap<object, readonly unknown[]>()

/**
 * Says that nobody changes these messages any more, as those that were parsed from the bytes of a request: what is derived from
 * one is derived once, however often the conversation comes back or is forked. Of a conversation that goes on only what is new is
 * looked at, by identity: each turn would else ask for all that it knows already, message by message.
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

/** How many messages two lists begin with alike. */
function sameLength(former: readonly unknown[], messages: readonly unknown[]): number {
  const end = Math.min(former.length, messages.length)
  let same = 0
  while (same < end && former[same] === messages[same]) same += 1
  return same
}

/** The prefix digests that are known of a list since another one began like it. */
export function begunDigests(messages: readonly unknown[]): readonly string[] {
  return settled.get(messages)?.begun ?? []
}

function settle(value: unknown): void {
  if (isObject(value) && !settled.has(value)) settled.set(value, {})
}

/** What was derived of a message or a list, or is derived now. */
export function derivedOnce<What extends keyof Derived>(
  value: unknown,
  what: What,
  derive: () => NonNullable<Derived[What]>,
): NonNullable<Derived[What]> {
  const known = isObject(value) ? settled.get(value) : undefined
  return known === undefined ? derive() : (known[what] ??= derive())
}
