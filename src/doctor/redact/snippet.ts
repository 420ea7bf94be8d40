import { harmless } from './harmless.ts'

/** Half of an emoji that the cut itself has left at the end. */
const halved = /[\uD800-\uDBFF]$/

/**
 * A short, quoted piece of a text on one line; control characters are escaped, so that a terminal cannot be steered by it. So is
 * half of an emoji (`"\ud83d"`), or nobody would see what its repair changes.
 */
export function snippet(text: string, length = 100): string {
  const cut = text.length > length ? `${text.slice(0, length).replace(halved, '')}…` : text
  return harmless(JSON.stringify(cut))
}
