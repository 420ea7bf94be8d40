/** Calls a listener that nobody waits for: what it throws, at once or later, must not fail the call that it hears of (I10). */
export function tell<Value>(listener: ((value: Value) => unknown) | undefined, value: Value): void {
  try {
    const told: unknown = listener?.(value)
    if (told instanceof Promise) told.catch(() => undefined)
  } catch {
    // The listener's own affair.
  }
}
