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

/** LangChain messages for @langchain/anthropic: content blocks are blocks of the Messages API. */
export const forAnthropic: Format = {
  ...baseFormat,
  ...withParts(anthropicResultParts, isRefusedPart, anthropicReasoning),
  // The API refuses a message of which the package sends nothing.
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
  // Without a list of calls, a message takes the raw calls of other providers; an empty list is sent as it is. Calls of the Messages API in
  // the content are sent too.
  unsentCalls: (message) =>
    (fieldOf(message.raw, 'tool_calls') === undefined ? undefined : rawCallsOf(message)) ??
    unlistedCalls(message, ({ raw }) => fieldOf(raw, 'type') !== 'tool_use'),
}

/** Whether a block may show a medium under an unknown type, as user messages can. */
function isShown({ kind, message }: Block): boolean {
  return kind === 'media' || (message.role === 'user' && (kind === 'other' || kind === 'unknown'))
}
