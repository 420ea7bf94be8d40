import type { MediaItem } from '../media/media-item.ts'
import type { MediaReplacement } from './format.ts'

/**
 * Gives each part what takes its place: itself, where none of the replaced media stands in it.
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
