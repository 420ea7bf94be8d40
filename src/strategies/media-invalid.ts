import type { MediaReplacement } from '../formats/format.ts'
import type { Rules } from '../formats/rules.ts'
import { readImageHeader } from '../media/image-header.ts'
import type { MediaItem } from '../media/media-item.ts'
import { defineStrategy, type Strategy } from './define-strategy.ts'
import { describeMedia } from './describe-media.ts'

/**
 * An image or document cannot be processed (corrupt, wrong media type, unreachable URL, duplicate name).
 *
 * Repair: the media type from the magic bytes; else a text placeholder that names the medium. What only the provider can
 * tell (an unreadable image) is repaired from its error.
 */
export const mediaInvalid: Strategy = defineStrategy({
  type: 'media_invalid',

  reportedAs: [],

  learn: () => ({ suspects: (block) => block.kind === 'media' || block.kind === 'tool_result' }),

  visit: {
    block(block, { format, report, rules }) {
      if (block.kind !== 'media' && block.kind !== 'tool_result') return
      for (const item of format.media(block)) {
        const problem = problemOf(item, rules)
        if (problem === null) continue
        report({
          at: block,
          detail: { reason: problem.reason },
          loss: 'text' in problem.replacement ? 'lossy' : 'none',
          fix: (edit) => edit.replace(block, format.write.withMedia(block, new Map([[item, problem.replacement]]))),
        })
      }
    },

    suspect(block, { format, report }) {
      const items = format.media(block)
      if (items.length === 0) return
      const reason = 'could not be processed'
      report({
        at: block,
        detail: { reason },
        loss: 'lossy',
        fix: (edit) => {
          const texts = items.map((item): [MediaItem, MediaReplacement] => [
            item,
            { text: describeMedia(item, reason) },
          ])
          edit.replace(block, format.write.withMedia(block, new Map(texts)))
        },
      })
    },
  },
})

interface Problem {
  readonly reason: string
  readonly replacement: MediaReplacement
}

function problemOf(item: MediaItem, rules: Rules): Problem | null {
  if (item.kind !== 'image' || item.data === undefined) return null
  const header = readImageHeader(item.data)
  if (header === null) {
    const reason = item.data === '' ? 'is empty' : 'is no image that the provider reads'
    return { reason, replacement: { text: describeMedia(item, reason) } }
  }
  if (!rules.mediaTypes.has(header.mediaType)) {
    const reason = `is of the type ${header.mediaType}, which the provider does not read`
    return { reason, replacement: { text: describeMedia(item, reason) } }
  }
  if (header.mediaType === item.mediaType) return null
  return { reason: `declared as ${item.mediaType ?? 'nothing'}`, replacement: { mediaType: header.mediaType } }
}
