/** What is made of a message again and again: its digest, and the text under which it is stored. */
interface Derived {
  digest?: string
  text?: string
}

const settled = new WeakMap<object, Derived>()

/**
 * Says that nobody changes these messages any more, as those that were parsed from the bytes of a request: what is derived from
 * one is derived once, however often the conversation comes back or is forked.
 */
export function settleMessages(messages: readonly unknown[]): void {
  for (const message of messages)
    if (typeof message === 'object' && message !== null && !settled.has(message)) settled.set(message, {})
}

/** What was derived of a message, or is derived now. */
export function derivedOnce(message: unknown, what: keyof Derived, derive: () => string): string {
  const known = typeof message === 'object' && message !== null ? settled.get(message) : undefined
  return known === undefined ? derive() : (known[what] ??= derive())
}
