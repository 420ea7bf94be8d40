import { aiSdk as aiSdkFormat } from '../formats/ai-sdk/ai-sdk.ts'
import { anthropicMessages as anthropicFormat } from '../formats/anthropic-messages/anthropic-messages.ts'
import { messagesOfOthers } from '../formats/anthropic-messages/messages-of-others.ts'
import { bedrockConverse as bedrockFormat } from '../formats/bedrock-converse/bedrock-converse.ts'
import { gemini as geminiFormat } from '../formats/gemini/gemini.ts'
import { langchain as langchainFormat } from '../formats/langchain/langchain.ts'
import { openAIChat as chatFormat } from '../formats/openai-chat/openai-chat.ts'
import { openaiResponses as responsesFormat } from '../formats/openai-responses/openai-responses.ts'
import { itemsOfResponses } from '../lint/items-of-responses.ts'
import { resultsAnywhere } from '../lint/results-anywhere.ts'
import { UniqueIds } from '../lint/unique-ids.ts'
import { inFull, ofAnyFormat, ofMessages, strategies } from '../strategies/index.ts'
import type { LinterFormat } from './linter-format.ts'

// Each is a value of its own: a bundler takes those that a program names, and the strategies that these need.

/** Anthropic's Messages API. */
export const anthropicMessages: LinterFormat = { format: anthropicFormat, strategies: ofAnyFormat }

/** The same, and what other vendors make of that API: Kimi, DeepSeek, GLM, MiniMax. */
export const anthropicCompatible: LinterFormat = {
  format: messagesOfOthers,
  strategies: ofMessages,
  forms: resultsAnywhere,
}

/** OpenAI's Chat Completions, and the many APIs that speak like it. */
export const openAIChat: LinterFormat = {
  format: chatFormat,
  strategies: ofMessages,
  forms: resultsAnywhere,
  uniqueIds: UniqueIds,
}

/** OpenAI's Responses API: a server keeps its items. */
export const openaiResponses: LinterFormat = {
  format: responsesFormat,
  strategies,
  kept: itemsOfResponses,
  forms: resultsAnywhere,
  uniqueIds: UniqueIds,
}

/** Messages of the AI SDK, of which OpenAI's server may keep items, too. */
export const aiSdk: LinterFormat = {
  format: aiSdkFormat,
  strategies,
  kept: itemsOfResponses,
  forms: resultsAnywhere,
  uniqueIds: UniqueIds,
}

/** Messages of LangChain. */
export const langchain: LinterFormat = { format: langchainFormat, strategies: ofMessages, forms: resultsAnywhere }

/** Contents of the Gemini API. */
export const gemini: LinterFormat = { format: geminiFormat, strategies: inFull, forms: resultsAnywhere }

/** Bedrock's Converse API. */
export const bedrockConverse: LinterFormat = { format: bedrockFormat, strategies: inFull }
