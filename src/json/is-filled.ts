/** Whether a field has a value: undefined, null and the empty string mean that it has none. */
export function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
