/** A text as it stands inside JSON. */
export function quoted(text: string): string {
  return JSON.stringify(text).slice(1, -1)
}
