import { damager } from '../../shared/damage.ts'
import type { AnthropicTranscript } from '../transcript.ts'
import { contentCorruptions } from './content-corruptions.ts'
import type { Corruption } from './corruption.ts'
import { orderCorruptions } from './order-corruptions.ts'
import { requestCorruptions } from './request-corruptions.ts'
import { serverToolCorruptions } from './server-tool-corruptions.ts'
import { thinkingCorruptions } from './thinking-corruptions.ts'
import { toolCallCorruptions } from './tool-call-corruptions.ts'
import { toolPairCorruptions } from './tool-pair-corruptions.ts'

/** Only the server can tell whether a signature is genuine, and to which prefix it was bound. */
const sealed: ReadonlySet<string> = new Set([
  'foreign-encrypted-content',
  'foreign-encrypted-index',
  'foreign-advisor-result',
  'thinking-tampered',
  'latest-thinking-tampered',
  'foreign-signature',
  'signatures-all-foreign',
  'other-model-signature',
  'model-switched',
  'cut-signature',
  'redacted-data-tampered',
  'earlier-text-edited',
  'system-prompt-edited',
  'tools-edited',
  'thinking-gap',
  'compaction-edited',
])

/** Every kind of damage for the Anthropic Messages format. Alone, each one makes the API refuse a healthy transcript. */
export const anthropicCorruptions: readonly Corruption[] = [
  ...toolPairCorruptions,
  ...toolCallCorruptions,
  ...serverToolCorruptions,
  ...thinkingCorruptions,
  ...contentCorruptions,
  ...orderCorruptions,
  ...requestCorruptions,
].map((corruption) => ({
  ...corruption,
  ...(sealed.has(corruption.name) && { opaque: true as const }),
  ...(corruption.name === 'no-messages' && { beyondRepair: true as const }),
}))

const isReadable = ({ messages }: AnthropicTranscript): boolean =>
  messages.every(
    (message) =>
      typeof message === 'object' &&
      (typeof message.content === 'string' ||
        (Array.isArray(message.content) && message.content.every((block) => typeof block?.type === 'string'))),
  )

/** @example corruptAnthropicTranscript(transcript, createRandom(3), { count: 2, where: 'last' }) */
export const corruptAnthropicTranscript: ReturnType<typeof damager<AnthropicTranscript>> = damager(
  anthropicCorruptions,
  isReadable,
)
