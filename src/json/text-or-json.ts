/** A text as it is, anything else as its JSON. */
export function textOrJson(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null)
}
