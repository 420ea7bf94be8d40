import type { MessageInput } from './message-input.ts'
import type { PartInput } from './part-input.ts'
import type { PartRecord } from './part-store.ts'

/** What is made of a message again and again: its digest, and what a command carries of it; of a list the digests of its prefixes. */
interface Derived {
  digest?: string
  input?: MessageInput
  digests?: readonly string[]
  /** Of a record of a tool call: as a command carries it. */
  part?: PartInput
  /** Of a message, by the format in which it is read: the tool calls and results in it. */
  [parts: `parts of ${string}`]: readonly PartRecord[] | undefined
}

const settled = new WeakMap<object, Derived>()

/**
 * Says that nobody changes these messages any more, as those that were parsed from the bytes of a request: what is derived from
 * one is derived once, however often the conversation comes back or is forked.
 */
export function settleMessages(messages: readonly unknown[]): void {
  settled.set(messages, {})
  for (const message of messages) settle(message)
}

function settle(value: unknown): void {
  if (typeof value === 'object' && value !== null && !settled.has(value)) settled.set(value, {})
}

/** What was derived of a message or a list, or is derived now. */
export function derivedOnce<What extends keyof Derived>(
  value: unknown,
  what: What,
  derive: () => NonNullable<Derived[What]>,
): NonNullable<Derived[What]> {
  const known = typeof value === 'object' && value !== null ? settled.get(value) : undefined
  return known === undefined ? derive() : (known[what] ??= derive())
}
