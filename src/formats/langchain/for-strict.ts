import { isRecord } from '../../json/is-record.ts'
import { holders } from '../../media/foreign-medium.ts'
import { readImageHeader } from '../../media/image-header.ts'
import type { MediaItem } from '../../media/media-item.ts'
import type { Block } from '../../transcript/transcript.ts'
import type { Format, FormatWriter } from '../format.ts'
import type { PartWriter } from '../result-parts.ts'
import { baseFormat, unweighed } from './base-format.ts'
import { type ContentShapes, contentShape } from './content-shapes.ts'
import { mediaOf } from './media.ts'
import { isStandard } from './message-fields.ts'
import { meantBlock } from './message-mends.ts'
import { readLangchainMessage } from './read-langchain-message.ts'
import { rawCallsOf, unlistedCalls } from './unlisted-calls.ts'
import { withParts } from './with-parts.ts'

/** The content of a chat model whose package throws at unknown parts. */
export interface StrictContent {
  readonly shapes: ContentShapes
  /** The raw medium in a form that the package sends; undefined when it can be sent already, or has no such form. */
  medium(raw: unknown): unknown
  /** Whether the package sends a medium in its present form. */
  isSent(medium: Readonly<Record<string, unknown>>): boolean
  readonly rescue: NonNullable<FormatWriter['rescue']>
  readonly parts: PartWriter
  /** Content types that repeat an entry of `tool_calls` and that the package does not omit. */
  readonly repeats: ReadonlySet<unknown>
  /** Whether calls may stand in the content as parts of Gemini. */
  readonly hasParts?: true
  /** Whether the package reads messages of LangChain's second generation by other rules. */
  readonly knowsStandard?: true
  /** Whether calls that stand only in `additional_kwargs`, in their provider's form, are sent. */
  readonly sendsRawCalls?: true
}

/**
 * The format for such a package: calls belong only into their list, each once. Gemini would get a copy as a second call, Converse throws.
 */
export function forStrict(strict: StrictContent): Format {
  const { hasParts, isSent, knowsStandard, medium, parts, repeats, rescue, sendsRawCalls, shapes } = strict
  const isOther = (raw: unknown): boolean => knowsStandard === true && isStandard(raw)
  const isOwn = ({ field, message }: Block): boolean => field === 'content' && !isOther(message.raw)
  return {
    ...baseFormat,
    ...withParts(parts, (part) => !parts.isPart(part), rescue),
    read: (raw, index) =>
      readLangchainMessage(raw, index, {
        shapes: isOther(raw) ? contentShape : shapes,
        callsListed: true,
        ...(hasParts && { parts: true }),
      }),
    canonical: (block) => meantBlock(block) ?? (block.kind === 'media' && isOwn(block) ? medium(block.raw) : undefined),
    blockProblem: (block) => (isOwn(block) ? (repeatProblem(block, repeats) ?? unsentProblem(block, isSent)) : null),
    media: (block) => mediaOf(block).map(weighed),
    unsentCalls: (message) =>
      baseFormat.unsentCalls!(message) ?? unlistedCalls(message) ?? (sendsRawCalls ? undefined : rawCallsOf(message)),
  }
}

/**
 * The medium with its bytes when these show an image, and so its true type; with empty data when nothing is left of it; else
 * {@link unweighed}.
 */
function weighed(item: MediaItem): MediaItem {
  if (isHollow(item.raw)) return { ...item, data: '' }
  return readImageHeader(item.data ?? '') ? item : unweighed(item)
}

/** Whether a medium has neither bytes nor a location. */
function isHollow(medium: unknown): boolean {
  return (
    isRecord(medium) &&
    [...holders, 'data', 'fileUri', 'fileId', 'id', 'text', String(medium['type'])].every(
      (field) => (medium[field] ?? '') === '',
    )
  )
}

function repeatProblem({ kind, raw }: Block, repeats: ReadonlySet<unknown>): string | null {
  return kind === 'other' && isRecord(raw) && repeats.has(raw['type']) ? 'a call that stands in its list' : null
}

/** What is wrong with a medium that cannot be rewritten: it only points to its bytes. */
function unsentProblem({ kind, raw }: Block, isSent: StrictContent['isSent']): string | null {
  return kind === 'media' && isRecord(raw) && !isSent(raw) && !isHollow(raw) ? 'of a form that is not sent' : null
}
