import { damager } from '../../shared/damage.ts'
import type { ChatTranscript } from '../transcript.ts'
import { contentCorruptions } from './content-corruptions.ts'
import type { ChatCorruption } from './corruption.ts'
import { pairCorruptions } from './pair-corruptions.ts'
import { signatureCorruptions } from './signature-corruptions.ts'

/** Every kind of damage for Chat Completions. Not every vendor refuses all of them: ask the judge. */
export const openAIChatCorruptions: readonly ChatCorruption[] = [
  ...pairCorruptions,
  ...contentCorruptions,
  ...signatureCorruptions,
]

/** Messages that are no objects cannot be damaged any further. */
const isReadable = ({ messages }: ChatTranscript): boolean =>
  messages.every((message) => typeof message === 'object' && message !== null)

/** @example corruptOpenAIChatTranscript(transcript, createRandom(3), { count: 2, where: 'last' }) */
export const corruptOpenAIChatTranscript: ReturnType<typeof damager<ChatTranscript>> = damager(
  openAIChatCorruptions,
  isReadable,
)
