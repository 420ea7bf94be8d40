/** The value when it is a string that is not empty. */
export function filledStringOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
