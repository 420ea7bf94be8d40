export { judgeAnthropicRequest } from './testing/provider/anthropic-messages/judge-anthropic-request.ts'
export type {
  Judgement,
  JudgeOptions,
  RequestHeaders,
} from './testing/provider/anthropic-messages/judge-anthropic-request.ts'
export type { InputTransformation } from './testing/provider/anthropic-messages/check-seals.ts'
export type { ApiErrorBody } from './testing/provider/anthropic-messages/refusal.ts'
export { createAnthropicEmulator } from './testing/provider/anthropic-messages/create-anthropic-emulator.ts'
export type {
  AnthropicEmulator,
  EmulatorOptions,
} from './testing/provider/anthropic-messages/create-anthropic-emulator.ts'
export type {
  EmulatedProvider,
  Emulator,
  Exchange,
  RecordedRequest,
  Scripted,
  ScriptEntry,
} from './testing/provider/shared/create-emulator.ts'
export { createEmulator } from './testing/provider/shared/create-emulator.ts'
export type {
  InjectedError,
  ScriptedTurn,
  SpokenTurn,
  StopReason,
} from './testing/provider/anthropic-messages/scripted-turn.ts'
export type { StoredThread, ThreadLookup } from './testing/provider/anthropic-messages/threads.ts'
export {
  generateAnthropicTranscript,
  transcriptFeatures,
  transcriptModels,
} from './testing/provider/anthropic-messages/generate-anthropic-transcript.ts'
export type {
  GenerateOptions,
  TranscriptFeature,
} from './testing/provider/anthropic-messages/generate-anthropic-transcript.ts'
export { requestBody, requestHeaders } from './testing/provider/anthropic-messages/transcript.ts'
export type { AnthropicTranscript, TestBlock, TestMessage } from './testing/provider/anthropic-messages/transcript.ts'
export {
  anthropicCorruptions,
  corruptAnthropicTranscript,
} from './testing/provider/anthropic-messages/corruptions/index.ts'
export type { Corruption } from './testing/provider/anthropic-messages/corruptions/corruption.ts'
export { judgeOpenAIChatRequest } from './testing/provider/openai-chat/judge-openai-chat-request.ts'
export type { ChatJudgement } from './testing/provider/openai-chat/judge-openai-chat-request.ts'
export { chatVendors } from './testing/provider/openai-chat/laws.ts'
export type { ChatVendor } from './testing/provider/openai-chat/laws.ts'
export { createOpenAIChatEmulator } from './testing/provider/openai-chat/create-openai-chat-emulator.ts'
export type {
  ChatEmulatorOptions,
  OpenAIChatEmulator,
} from './testing/provider/openai-chat/create-openai-chat-emulator.ts'
export type {
  ChatInjectedError,
  ChatScriptedTurn,
  ChatScriptEntry,
  ChatSpokenTurn,
} from './testing/provider/openai-chat/chat-script.ts'
export {
  chatFeatures,
  generateOpenAIChatTranscript,
} from './testing/provider/openai-chat/generate-openai-chat-transcript.ts'
export type { GenerateChatOptions } from './testing/provider/openai-chat/generate-openai-chat-transcript.ts'
export type { ChatFeature } from './testing/provider/openai-chat/scenes.ts'
export { chatRequestBody } from './testing/provider/openai-chat/transcript.ts'
export type { ChatMessage, ChatTranscript } from './testing/provider/openai-chat/transcript.ts'
export { corruptOpenAIChatTranscript, openAIChatCorruptions } from './testing/provider/openai-chat/corruptions/index.ts'
export type { ChatCorruption } from './testing/provider/openai-chat/corruptions/corruption.ts'
export { FormatContractError, testFormat } from './testing/contracts/test-format.ts'
export type { FormatSample, FormatTest, FormatUnderTest } from './testing/contracts/test-format.ts'
export { expectHealthy, UnhealthyTranscriptError } from './testing/contracts/expect-healthy.ts'
export type { HealthyRequest } from './testing/contracts/expect-healthy.ts'
export { createRandom } from './testing/provider/shared/random.ts'
export type { Random } from './testing/provider/shared/random.ts'
export type { Loopback } from './testing/provider/shared/serve-loopback.ts'
export type { StreamDamage } from './testing/provider/shared/event-stream.ts'
export { judgeResponsesRequest } from './testing/provider/openai-responses/judge-responses-request.ts'
export type {
  ResponsesJudgement,
  ResponsesJudgeOptions,
} from './testing/provider/openai-responses/judge-responses-request.ts'
export type { ResponsesErrorBody } from './testing/provider/openai-responses/refusal.ts'
export {
  generateResponsesTranscript,
  responsesFeatures,
} from './testing/provider/openai-responses/generate-responses-transcript.ts'
export type {
  GenerateResponsesOptions,
  ResponsesFeature,
} from './testing/provider/openai-responses/generate-responses-transcript.ts'
export { responsesBody } from './testing/provider/openai-responses/transcript.ts'
export type { HeldState, ResponsesTranscript, TestItem } from './testing/provider/openai-responses/transcript.ts'
export { responsesCorruptions } from './testing/provider/openai-responses/corruptions/index.ts'
export type { ResponsesCorruption } from './testing/provider/openai-responses/corruptions/corruption.ts'
export { createResponsesEmulator } from './testing/provider/openai-responses/create-responses-emulator.ts'
export type {
  ResponsesEmulator,
  ResponsesEmulatorOptions,
  ResponsesScriptEntry,
} from './testing/provider/openai-responses/create-responses-emulator.ts'
export type {
  ResponsesInjectedError,
  ScriptedResponse,
  SpokenResponse,
} from './testing/provider/openai-responses/scripted-response.ts'
export { judgeModelMessages } from './testing/provider/ai-sdk/judge-model-messages.ts'
export { generateModelMessages } from './testing/provider/ai-sdk/generate-model-messages.ts'
export type { GenerateListOptions } from './testing/provider/ai-sdk/generate-model-messages.ts'
export { modelMessageCorruptions } from './testing/provider/ai-sdk/model-message-corruptions.ts'
export { judgeUiMessages } from './testing/provider/ai-sdk/judge-ui-messages.ts'
export { generateUiMessages } from './testing/provider/ai-sdk/generate-ui-messages.ts'
export { uiMessageCorruptions } from './testing/provider/ai-sdk/ui-message-corruptions.ts'
export { judgeLangchainMessages } from './testing/provider/langchain/judge-langchain-messages.ts'
export { generateLangchainMessages } from './testing/provider/langchain/generate-langchain-messages.ts'
export { langchainCorruptions } from './testing/provider/langchain/langchain-corruptions.ts'
export { judgeGeminiRequest } from './testing/provider/gemini/judge-gemini-request.ts'
export type { GeminiJudgement } from './testing/provider/gemini/judge-gemini-request.ts'
export type { GeminiErrorBody } from './testing/provider/gemini/refusal.ts'
export {
  geminiFeatures,
  geminiModels,
  generateGeminiTranscript,
} from './testing/provider/gemini/generate-gemini-transcript.ts'
export type { GeminiFeature, GeminiGenerateOptions } from './testing/provider/gemini/generate-gemini-transcript.ts'
export { geminiBody } from './testing/provider/gemini/transcript.ts'
export type { GeminiTranscript, TestContent, TestPart } from './testing/provider/gemini/transcript.ts'
export { corruptGeminiTranscript, geminiCorruptions } from './testing/provider/gemini/gemini-corruptions.ts'
export type { GeminiCorruption } from './testing/provider/gemini/gemini-corruptions.ts'
export { type Damage, type Damaged, type DamageTraits, type Place, places } from './testing/provider/shared/damage.ts'
export { createGeminiEmulator } from './testing/provider/gemini/create-gemini-emulator.ts'
export type {
  GeminiEmulator,
  GeminiEmulatorOptions,
  GeminiInjectedError,
  GeminiScriptedTurn,
  GeminiSpokenTurn,
} from './testing/provider/gemini/create-gemini-emulator.ts'
export { mintSignature } from './testing/provider/gemini/signatures.ts'
export { judgeConverseRequest } from './testing/provider/bedrock-converse/judge-converse-request.ts'
export type { ConverseJudgement } from './testing/provider/bedrock-converse/judge-converse-request.ts'
export {
  converseFeatures,
  generateConverseTranscript,
} from './testing/provider/bedrock-converse/generate-converse-transcript.ts'
export type {
  ConverseFeature,
  ConverseGenerateOptions,
} from './testing/provider/bedrock-converse/generate-converse-transcript.ts'
export { converseModels } from './testing/provider/bedrock-converse/models.ts'
export type {
  ConverseTranscript,
  TestConverseBlock,
  TestConverseMessage,
} from './testing/provider/bedrock-converse/transcript.ts'
export {
  converseCorruptions,
  corruptConverseTranscript,
} from './testing/provider/bedrock-converse/corruptions/index.ts'
export type { ConverseCorruption } from './testing/provider/bedrock-converse/corruptions/corruption.ts'
export { createConverseEmulator } from './testing/provider/bedrock-converse/create-converse-emulator.ts'
export type {
  ConverseEmulator,
  ConverseEmulatorOptions,
  ConverseInjectedError,
  ConverseScriptedTurn,
  ConverseSpokenTurn,
} from './testing/provider/bedrock-converse/create-converse-emulator.ts'
export { createInvokeModelEmulator } from './testing/provider/anthropic-messages/create-invoke-model-emulator.ts'
export { StrategyTestError, testStrategy } from './testing/contracts/test-strategy.ts'
export type { StrategyCheck, StrategyScene, StrategySpec } from './testing/contracts/test-strategy.ts'
export { formatUnderTest } from './testing/contracts/format-under-test.ts'
export { kits } from './testing/contracts/kits.ts'
export {
  type Kit,
  type KitOptions,
  type KitParts,
  partsOf,
  type Refusal,
  withParts,
} from './testing/provider/shared/kit.ts'
export { anthropicMessagesKit } from './testing/provider/anthropic-messages/anthropic-messages-kit.ts'
export { openaiChatKit } from './testing/provider/openai-chat/openai-chat-kit.ts'
export { openaiResponsesKit } from './testing/provider/openai-responses/openai-responses-kit.ts'
export { geminiKit } from './testing/provider/gemini/gemini-kit.ts'
export { bedrockConverseKit } from './testing/provider/bedrock-converse/bedrock-converse-kit.ts'
export { aiSdkKit } from './testing/provider/ai-sdk/ai-sdk-kit.ts'
export { uiMessagesKit } from './testing/provider/ai-sdk/ui-messages-kit.ts'
export { langchainKit } from './testing/provider/langchain/langchain-kit.ts'
export { testStore } from './testing/contracts/test-store.ts'
export type { StoreTest, StoreUnderTest } from './testing/contracts/test-store.ts'
export { testAgent } from './testing/contracts/test-agent.ts'
export type { AgentTest } from './testing/contracts/test-agent.ts'
export type { AgentScene, AgentUnderTest } from './testing/contracts/agent-cases/agent-under-test.ts'
