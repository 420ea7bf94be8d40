import { contentsIn } from './contents-in.ts'

/**
 * Whether each content of a raw value stands in another one, wherever it stands there.
 *
 * @example
 * keepsContents({ text: 'a', index: 0 }, { text: 'a' }) // true
 * keepsContents({ content: 'a', refusal: 'No.' }, { content: 'a' }) // false
 */
export function keepsContents(before: unknown, after: unknown): boolean {
  const held = contentsIn(before)
  if (held.length === 0) return true
  const left = new Set(contentsIn(after))
  return held.every((line) => left.has(line))
}
