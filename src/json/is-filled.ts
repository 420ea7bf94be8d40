/** Whether a field holds something: JSON has three ways to write that it does not. */
export function isFilled(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}
