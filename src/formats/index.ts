import { TranscriptError } from '../transcript/transcript-error.ts'
import { aiSdk } from './ai-sdk/ai-sdk.ts'
import { messagesOfOthers } from './anthropic-messages/messages-of-others.ts'
import { openaiResponses } from './openai-responses/openai-responses.ts'
import { openAIChat } from './openai-chat/openai-chat.ts'
import { langchain } from './langchain/langchain.ts'
import { bedrockConverse } from './bedrock-converse/bedrock-converse.ts'
import { gemini } from './gemini/gemini.ts'
import type { Format } from './format.ts'
import type { FormatName } from './format-name.ts'

/** All formats that can be read and repaired. */
export const formats: Readonly<Record<FormatName, Format>> = {
  'anthropic-messages': messagesOfOthers,
  'openai-chat': openAIChat,
  'openai-responses': openaiResponses,
  'ai-sdk': aiSdk,
  langchain,
  gemini,
  'bedrock-converse': bedrockConverse,
}

/**
 * The format of that name.
 *
 * @throws {TranscriptError} `unknown_format`
 */
export function findFormat(name: FormatName): Format {
  const format = formats[name]
  if (format) return format
  throw new TranscriptError(
    'unknown_format',
    `Unknown format ${JSON.stringify(name)}. Pass one of: ${Object.keys(formats).join(', ')}.`,
  )
}
