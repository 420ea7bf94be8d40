/** The value when it is a string; of anything else no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
