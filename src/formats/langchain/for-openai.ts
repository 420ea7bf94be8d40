import { isRecord } from '../../json/is-record.ts'
import { stringOf } from '../../json/string-of.ts'
import type { Block, Message, Transcript } from '../../transcript/transcript.ts'
import type { Format } from '../format.ts'
import { rescue } from '../openai-chat/canonical.ts'
import type { Rules } from '../rules.ts'
import { withAnswerInStep } from './answer-items.ts'
import { baseFormat } from './base-format.ts'
import { contentShape } from './content-shapes.ts'
import { mediaOf } from './media.ts'
import { isStandard, reasoningField } from './message-fields.ts'
import { meantBlock } from './message-mends.ts'
import { chatContent, chatResultParts, type OpenAIContent, responsesContent } from './openai-content.ts'
import { readLangchainMessage } from './read-langchain-message.ts'
import { unlistedCalls } from './unlisted-calls.ts'
import { withParts } from './with-parts.ts'

/** Chat Completions keep a `function_call` unchanged. */
const functions = true

/** It is unknown which of OpenAI's two APIs will be asked: what one refuses the other may accept. */
export const forOpenAI: Format = {
  ...baseFormat,
  read: (raw, index) => readLangchainMessage(raw, index, { shapes: contentShape, functions }),
}

function forApiOfOpenAI(
  { canonical, problem, shapes }: OpenAIContent,
  more: Partial<Format> = {},
  items: boolean = false,
): Format {
  return {
    ...forOpenAI,
    ...more,
    read: (raw, index) =>
      readLangchainMessage(raw, index, {
        shapes: isStandard(raw) ? contentShape : shapes,
        functions,
        callsListed: true,
        items,
      }),
    canonical: (block) => meantBlock(block) ?? (isContent(block) ? canonical(block) : undefined),
    blockProblem: (block) => (isContent(block) ? problem(block) : null),
    media: mediaOf,
    unsentCalls: (message) => baseFormat.unsentCalls!(message) ?? unlistedCalls(message),
  }
}

/** Whether a block stands in content that is sent block by block. */
function isContent({ field, message }: Block): boolean {
  return field === 'content' && !isStandard(message.raw)
}

/** Chat Completions. */
export const forChat: Format = forApiOfOpenAI(
  chatContent,
  withParts(chatResultParts, (part) => !chatResultParts.isPart(part), rescue),
)
/** The Responses API. */
export const forResponses: Format = forApiOfOpenAI(
  responsesContent,
  { meantFields: meantForResponses, itemId: itemIdOf },
  true,
)

function itemIdOf({ field, raw }: Block): string | undefined {
  return field === reasoningField && isRecord(raw) ? stringOf(raw['id']) : undefined
}

function meantForResponses(message: Message, transcript: Transcript, rules: Rules): Readonly<Record<string, unknown>> {
  return { ...baseFormat.meantFields!(message, transcript, rules), ...withAnswerInStep(message, transcript, rules) }
}
