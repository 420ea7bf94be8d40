/** A text in the escaped form that it has inside JSON. */
export function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
