import type { Format } from '../../formats/format.ts'
import type { Fix } from '../../lint/fault.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { MediaItem } from '../../media/media-item.ts'
import { marked } from '../../faults/synthetic-text.ts'

/** A text that stands in for a medium: what it was, and why it is not there. */
export function describeMedia(item: MediaItem, reason: string): string {
  const what = [item.kind, item.name && `"${item.name}"`, item.mediaType && `(${item.mediaType})`]
    .filter(Boolean)
    .join(' ')
  return marked(`A${/^[ai]/.test(what) ? 'n' : ''} ${what} stood here. It was left out because it ${reason}.`)
}

/** Puts such texts in the place of some of the media of a block. */
export function withoutMedia(
  block: Block,
  { write }: Format,
  items: readonly (readonly [item: MediaItem, reason: string])[],
): Fix {
  return (edit) => {
    const texts = items.map(([item, reason]) => [item, { text: describeMedia(item, reason) }] as const)
    edit.replace(block, write.withMedia(block, new Map(texts)))
  }
}
