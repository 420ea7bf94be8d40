import type { Random } from '../../shared/random.ts'
import type { ChatTranscript } from '../transcript.ts'
import { contentCorruptions } from './content-corruptions.ts'
import type { ChatCorruption, ChatPlace } from './corruption.ts'
import { pairCorruptions } from './pair-corruptions.ts'

/** Every kind of damage for Chat Completions. Some of it only some vendors refuse: ask the judge. */
export const openAIChatCorruptions: readonly ChatCorruption[] = [...pairCorruptions, ...contentCorruptions]

/**
 * Applies up to `count` different kinds one after the other. Fewer apply when the transcript offers no place.
 *
 * @example corruptOpenAIChatTranscript(transcript, createRandom(3), { count: 2, where: 'last' })
 */
export function corruptOpenAIChatTranscript(
  transcript: ChatTranscript,
  random: Random,
  options: { count?: number; where?: ChatPlace; kinds?: readonly ChatCorruption[] } = {},
): { transcript: ChatTranscript; applied: readonly ChatCorruption[] } {
  const { count = 1, where = 'random', kinds = openAIChatCorruptions } = options
  const left = [...kinds]
  const applied: ChatCorruption[] = []
  let current = transcript
  while (applied.length < count && left.length > 0) {
    const [kind] = left.splice(random.below(left.length), 1)
    const next = kind?.apply(current, random, where)
    if (!kind || !next) continue
    current = next
    applied.push(kind)
    // Messages that are no objects leave nothing for another kind to read.
    if (next.messages.some((message) => typeof message !== 'object' || message === null)) break
  }
  return { transcript: current, applied }
}
