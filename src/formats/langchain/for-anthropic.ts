import type { Block } from '../../transcript/transcript.ts'
import { anthropicMessages } from '../anthropic-messages/anthropic-messages.ts'
import type { Format } from '../format.ts'
import {
  anthropicReasoning,
  anthropicResultParts,
  dataProblem,
  imagePart,
  isRefusedPart,
  serverProblem,
} from './anthropic-content.ts'
import { baseFormat } from './base-format.ts'
import { anthropicContent, isLeftOutForAnthropic } from './content-shapes.ts'
import { mediaOf } from './media.ts'
import { fieldOf } from './message-fields.ts'
import { meantBlock } from './message-mends.ts'
import { mirroredCall } from './mirrored-call.ts'
import { readLangchainMessage } from './read-langchain-message.ts'
import { rawCallsOf, unlistedCalls } from './unlisted-calls.ts'
import { withParts } from './with-parts.ts'

/** Blocks of content are blocks of the Messages API. */
export const forAnthropic: Format = {
  ...baseFormat,
  ...withParts(anthropicResultParts, isRefusedPart, anthropicReasoning),
  // A message of which nothing is sent is refused.
  blockProblem: (block, transcript) => {
    const { blocks, role } = block.message
    if (role === 'user' && blocks.every(isLeftOutForAnthropic)) return 'the only content, and not sent'
    return dataProblem(block) ?? serverProblem(block, transcript)
  },
  canonical: (block) =>
    (isShown(block) ? imagePart(block.raw) : undefined) ??
    (block.kind === 'media' ? undefined : (meantBlock(block) ?? mirroredCall(block))),
  read: (raw, index) => readLangchainMessage(raw, index, { shapes: anthropicContent, sendsContent: true }),
  media: mediaOf,
  isEmptyThinking: anthropicMessages.isEmptyThinking,
  // Messages are made with the raw calls of other providers where they have no list; an empty one is all that is sent. Of the calls in
  // the content its own are.
  unsentCalls: (message) =>
    (fieldOf(message.raw, 'tool_calls') === undefined ? undefined : rawCallsOf(message)) ??
    unlistedCalls(message, ({ raw }) => fieldOf(raw, 'type') !== 'tool_use'),
}

/** What may be a medium, whatever it is called: a user shows some that a package does not know. */
function isShown({ kind, message }: Block): boolean {
  return kind === 'media' || (message.role === 'user' && (kind === 'other' || kind === 'unknown'))
}
