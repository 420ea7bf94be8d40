/** Splits a text in two as a stream does, never inside a surrogate pair. */
export function halves(text: string): string[] {
  const middle = Math.ceil(text.length / 2)
  const cut = /[\ud800-\udbff]$/.test(text.slice(0, middle)) ? middle + 1 : middle
  return [text.slice(0, cut), text.slice(cut)].filter((part) => part !== '')
}
