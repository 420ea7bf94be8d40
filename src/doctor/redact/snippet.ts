import { harmless } from './harmless.ts'

/** A short, quoted piece of a text on one line; control characters are escaped, so that a terminal cannot be steered by it. */
export function snippet(text: string, length = 100): string {
  const cut = text.length > length ? `${text.slice(0, length)}…` : text
  return harmless(JSON.stringify(cut.toWellFormed()))
}
