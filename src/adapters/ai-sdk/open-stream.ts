import type { LanguageModelV4Content, LanguageModelV4StreamPart } from '@ai-sdk/provider'
import type { Clock } from '../../recovery/clock.ts'
import { openItems } from '../wire/open-items.ts'
import { isCut } from './is-cut.ts'

/** A stream whose first parts have been read. */
export interface OpenedStream {
  /** The error that the stream starts with, or that it threw in place of output; undefined when it starts with output. */
  readonly error: unknown
  /** The whole stream, including the parts that have been read. */
  readonly stream: ReadableStream<LanguageModelV4StreamPart>
}

/** Part types (of `ai`, and of providers) that carry no output yet. */
const preambles: ReadonlySet<string> = new Set(['stream-start', 'response-metadata', 'raw', 'anthropic.message_start'])

/** The callbacks for a stream. */
export interface StreamListener {
  /** Gets the number of parts so far, and the content that they amount to. */
  onPart(count: number, content: readonly LanguageModelV4Content[]): void
  /** Gets the content once, when it is complete or when it was cut. */
  onEnd(content: readonly LanguageModelV4Content[], isWhole: boolean): Promise<void>
}

/** Reads a stream up to its first real part, and reports the rest while it passes. */
export async function openStream(
  source: ReadableStream<LanguageModelV4StreamPart>,
  { onEnd, onPart }: StreamListener,
  clock: Clock,
): Promise<OpenedStream> {
  const reader = source.getReader()
  let error: unknown
  const isKnown = (part: LanguageModelV4StreamPart): boolean => {
    if (part.type === 'error') error = part.error
    return !preambles.has(part.type === 'custom' ? part.kind : part.type)
  }
  const { error: thrown, items } = await openItems({ next: () => reader.read() }, isKnown, clock)
  error ??= thrown ?? undefined
  const collected = new ContentCollector()
  let ending: Promise<void> | undefined
  let parts = 0
  const end = async (isWhole: boolean): Promise<void> => {
    // A stream that begins with an error has no answer to record. A caller that cancels meanwhile waits for the record too.
    if (error === undefined || isWhole) await (ending ??= onEnd(collected.content, isWhole))
  }
  const stream = new ReadableStream<LanguageModelV4StreamPart>({
    async pull(controller) {
      try {
        const { done, value } = await items.next()
        // Recorded before the caller sees the end, so that its next call finds this answer.
        if (done || value === undefined) {
          await end(false)
          return controller.close()
        }
        collected.add(value)
        parts += 1
        if (value.type === 'finish') await end(!endedAsCut(value.finishReason))
        else if (ending === undefined && error === undefined) onPart(parts, collected.content)
        controller.enqueue(value)
      } catch (cut) {
        await end(false)
        controller.error(cut)
      }
    },
    async cancel(reason) {
      try {
        await reader.cancel(reason)
      } finally {
        await end(false)
      }
    },
  })
  return { error, stream }
}

/** AI SDK 5 gives the reason as one word, without the API's own. */
function endedAsCut(reason: { readonly unified?: unknown; readonly raw?: unknown } | string = {}): boolean {
  return typeof reason === 'string' ? isCut(reason, undefined) : isCut(reason.unified, reason.raw)
}

type Growing = Extract<LanguageModelV4Content, { readonly type: 'text' | 'reasoning' }>

/**
 * Puts the deltas of a stream together into the content that `doGenerate` would have given. Any part of a block may carry the provider's
 * metadata, and the last one that does holds, as with `streamText`: Anthropic sends the signature of a thinking block in a delta without
 * text, and a redacted block in its start.
 */
class ContentCollector {
  readonly content: LanguageModelV4Content[] = []
  readonly #growing = new Map<string, Growing>()

  add(part: LanguageModelV4StreamPart): void {
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start': {
        const block: Growing = { type: part.type === 'text-start' ? 'text' : 'reasoning', text: '' }
        this.#growing.set(part.id, block)
        this.content.push(block)
        return this.#grow(part, '')
      }
      case 'text-delta':
      case 'reasoning-delta':
        return this.#grow(part, part.delta)
      case 'text-end':
      case 'reasoning-end':
        return this.#grow(part, '')
      case 'tool-call':
      case 'tool-result':
      case 'file':
      case 'reasoning-file':
      case 'custom':
        this.content.push(part)
        return
      default:
    }
  }

  #grow({ id, providerMetadata }: Pick<Growing, 'providerMetadata'> & { readonly id: string }, delta: string): void {
    const block = this.#growing.get(id)
    if (!block) return
    block.text += delta
    if (providerMetadata) block.providerMetadata = providerMetadata
  }
}
