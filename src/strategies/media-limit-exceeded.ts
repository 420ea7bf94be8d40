import type { LintContext } from '../lint/lint-context.ts'
import type { MediaLimits } from '../formats/rules.ts'
import { readImageHeader } from '../media/image-header.ts'
import type { MediaItem } from '../media/media-item.ts'
import { mayHoldMedia } from '../transcript/may-hold-media.ts'
import type { Block } from '../transcript/transcript.ts'
import type { DetectedError } from '../detection/detected-error.ts'
import { defineStrategy, type Strategy } from '../lint/define-strategy.ts'
import type { FaultMeta } from '../lint/fault-meta.ts'
import { withoutMedia } from './shared/describe-media.ts'

interface Placed {
  readonly block: Block
  readonly item: MediaItem
}

export const mediaLimitExceededMeta: FaultMeta = {
  title: 'images or documents above the limits',
  meaning: 'Media are too large, too many, or too many pixels / pages.',
  repair: 'Replace the offending (oldest first) media with text placeholders until within the limit.',
  mayLose: 'With --allow lossy: the oldest media, replaced by a text that names them.',
  says: 'messages.0.content.2.image.source.bytes: image exceeds 5 MB maximum: 7167852 bytes > 5242880 bytes',
  link: 'https://platform.claude.com/docs/en/build-with-claude/vision',
}

/**
 * Media are too large, too many, or too many pixels / pages.
 *
 * Repair: text placeholders for the offending media, the oldest first, until the rest is within the limit.
 */
export const mediaLimitExceeded: Strategy<'media_limit_exceeded'> = defineStrategy({
  type: 'media_limit_exceeded',

  learn: (refusal) => ({
    rules: { media: { ...refusal.rules.media, ...learntLimits(refusal) } },
    suspects: mayHoldMedia,
  }),

  visit: {
    end(context) {
      const placed = collect(context)
      const { media } = context.rules
      const excess = Math.max(0, placed.length - media.maxCount)
      const offending = placed.map((medium, index) => ({
        ...medium,
        reason: index < excess ? 'is one too many' : tooLarge(medium, placed.length, media),
      }))
      reportPerBlock(
        offending.filter(({ reason }) => reason !== null),
        context,
      )
    },

    suspect(block, context) {
      const reason = 'exceeds a limit of the provider'
      reportPerBlock(
        context.format.media(block).map((item) => ({ block, item, reason })),
        context,
      )
    },
  },
})

function collect({ format, transcript }: LintContext): Placed[] {
  const placed: Placed[] = []
  for (const message of transcript.messages) {
    for (const block of message.blocks) {
      if (!mayHoldMedia(block)) continue
      for (const item of format.media(block)) placed.push({ block, item })
    }
  }
  return placed
}

function tooLarge({ item }: Placed, count: number, limits: MediaLimits): string | null {
  if (item.kind !== 'image' || item.data === undefined) return null
  if (item.data.length * 0.75 > limits.maxBytes) return 'is too large'
  const header = readImageHeader(item.data)
  const side = header === null ? 0 : Math.max(header.width, header.height)
  const most = count > limits.manyCount ? limits.manyPixels : limits.maxPixels
  return side > most ? 'has too many pixels' : null
}

function reportPerBlock(media: readonly (Placed & { reason: string | null })[], { format, report }: LintContext): void {
  for (const [block, items] of Map.groupBy(media, (medium) => medium.block)) {
    report({
      at: block,
      detail: { count: items.length, reason: items[0]!.reason ?? '' },
      loss: 'lossy',
      fix: withoutMedia(
        block,
        format,
        items.map(({ item, reason }) => [item, reason ?? '']),
      ),
    })
  }
}

/** Anthropic counts the letters of what was sent. */
const ofBase64 = /image exceeds \d+ mb maximum/i

/** Which limit an error speaks of; the number is the provider's own. */
function learntLimits({ limit, text }: DetectedError): Partial<MediaLimits> {
  if (limit === undefined) return {}
  if (/pixel|dimension/i.test(text)) return { maxPixels: limit, manyPixels: limit }
  if (/too many|more than|at most|maximum number|up to/i.test(text) && limit <= 1000) return { maxCount: limit }
  if (!/byte|[mk]b\b|size/i.test(text) || limit <= 1000) return {}
  return { maxBytes: ofBase64.test(text) ? limit * 0.75 : limit }
}
