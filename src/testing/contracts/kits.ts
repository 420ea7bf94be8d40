import type { FormatName } from '../../formats/format-name.ts'
import { aiSdkKit } from '../provider/ai-sdk/ai-sdk-kit.ts'
import { anthropicMessagesKit } from '../provider/anthropic-messages/anthropic-messages-kit.ts'
import { bedrockConverseKit } from '../provider/bedrock-converse/bedrock-converse-kit.ts'
import { geminiKit } from '../provider/gemini/gemini-kit.ts'
import { langchainKit } from '../provider/langchain/langchain-kit.ts'
import { openaiChatKit } from '../provider/openai-chat/openai-chat-kit.ts'
import { openaiResponsesKit } from '../provider/openai-responses/openai-responses-kit.ts'
import type { Kit } from '../provider/shared/kit.ts'

/**
 * One kit per format: a missing kit, or the kit of another format, is a type error.
 *
 * @example
 * for (const kit of Object.values(kits)) console.log(kit.format, kit.judge(kit.generate({ seed: 1 })))
 */
export const kits: { readonly [Name in FormatName]: Kit<Name> } = {
  'anthropic-messages': anthropicMessagesKit,
  'openai-chat': openaiChatKit,
  'openai-responses': openaiResponsesKit,
  gemini: geminiKit,
  'bedrock-converse': bedrockConverseKit,
  'ai-sdk': aiSdkKit,
  langchain: langchainKit,
}
