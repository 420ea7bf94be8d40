import type { Random } from '../../shared/random.ts'
import type { AnthropicTranscript } from '../transcript.ts'
import { contentCorruptions } from './content-corruptions.ts'
import type { Corruption, Where } from './corruption.ts'
import { orderCorruptions } from './order-corruptions.ts'
import { requestCorruptions } from './request-corruptions.ts'
import { serverToolCorruptions } from './server-tool-corruptions.ts'
import { thinkingCorruptions } from './thinking-corruptions.ts'
import { toolCallCorruptions } from './tool-call-corruptions.ts'
import { toolPairCorruptions } from './tool-pair-corruptions.ts'

/** Every kind of damage for the Anthropic Messages format. Alone, each one makes the API refuse a healthy transcript. */
export const anthropicCorruptions: readonly Corruption[] = [
  ...toolPairCorruptions,
  ...toolCallCorruptions,
  ...serverToolCorruptions,
  ...thinkingCorruptions,
  ...contentCorruptions,
  ...orderCorruptions,
  ...requestCorruptions,
]

export type CorruptedTranscript = { transcript: AnthropicTranscript; applied: readonly Corruption[] }

/**
 * Applies up to `count` different kinds one after the other. Several together may undo each other (a dropped call and its
 * dropped result), so ask the judge whether the outcome is still refused. Fewer apply when the transcript offers no place.
 *
 * @example corruptAnthropicTranscript(transcript, createRandom(3), { count: 2, where: 'last' })
 */
export function corruptAnthropicTranscript(
  transcript: AnthropicTranscript,
  random: Random,
  options: { count?: number; where?: Where; kinds?: readonly Corruption[] } = {},
): CorruptedTranscript {
  const { count = 1, where = 'random', kinds = anthropicCorruptions } = options
  const left = [...kinds]
  const applied: Corruption[] = []
  let current = transcript
  while (applied.length < count && left.length > 0) {
    const [kind] = left.splice(random.below(left.length), 1)
    const next = kind?.apply(current, random, where)
    const isLast = applied.length === count - 1
    if (!kind || !next || (!isLast && !isReadable(next))) continue
    current = next
    applied.push(kind)
  }
  return { transcript: current, applied }
}

/** Damage that replaces whole messages or blocks comes last: it leaves nothing for another kind to read. */
const isReadable = ({ messages }: AnthropicTranscript): boolean =>
  messages.every(
    (message) =>
      typeof message === 'object' &&
      (typeof message.content === 'string' ||
        (Array.isArray(message.content) && message.content.every((block) => typeof block?.type === 'string'))),
  )
