import type { MediaItem } from '../media/media-item.ts'
import { marked } from '../faults/synthetic-text.ts'

/** A text that stands in for a medium: what it was, and why it is not there. */
export function describeMedia(item: MediaItem, reason: string): string {
  const what = [item.kind, item.name && `"${item.name}"`, item.mediaType && `(${item.mediaType})`]
    .filter(Boolean)
    .join(' ')
  return marked(
    `An ${what} stood here. It was left out because it ${reason}.`
      .replace('An document', 'A document')
      .replace('An video', 'A video')
      .replace('An file', 'A file'),
  )
}
