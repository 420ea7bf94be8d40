import type { MediaItem } from '../media/media-item.ts'
import type { MediaReplacement } from './format.ts'

/**
 * A function for the parts of a message: it returns the replacement of a part that holds a replaced medium, and other parts as they are.
 *
 * @example
 * parts.map(mediaReplacer(replacements, (raw, replacement) => withReplacement(raw, replacement)))
 */
export function mediaReplacer(
  replacements: ReadonlyMap<MediaItem, MediaReplacement>,
  replace: (raw: Record<string, unknown>, replacement: MediaReplacement, item: MediaItem) => unknown,
): (raw: unknown) => unknown {
  const byRaw = new Map([...replacements].map(([item, replacement]) => [item.raw, { item, replacement }]))
  return (raw) => {
    const found = byRaw.get(raw)
    return found === undefined ? raw : replace(raw as Record<string, unknown>, found.replacement, found.item)
  }
}
