/** Whether an error is a stack overflow on deep nesting: `JSON.parse` accepts depths at which `JSON.stringify` and every walk overflow. */
export function isTooDeep(cause: unknown): boolean {
  return cause instanceof RangeError && cause.message.includes('call stack')
}
