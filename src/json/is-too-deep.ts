/** Whether a value was nested too deep for the runtime: `JSON.parse` reads what `JSON.stringify` and every walk run out of stack on. */
export function isTooDeep(cause: unknown): boolean {
  return cause instanceof RangeError && cause.message.includes('call stack')
}
