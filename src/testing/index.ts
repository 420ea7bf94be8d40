export { judgeAnthropicRequest } from './anthropic/judge-anthropic-request.ts'
export type { Judgement, JudgeOptions, RequestHeaders } from './anthropic/judge-anthropic-request.ts'
export type { InputTransformation } from './anthropic/check-seals.ts'
export type { ApiErrorBody } from './anthropic/refusal.ts'
export { createAnthropicEmulator } from './anthropic/create-anthropic-emulator.ts'
export type {
  AnthropicEmulator,
  EmulatorOptions,
  RecordedRequest,
  ScriptEntry,
} from './anthropic/create-anthropic-emulator.ts'
export type { InjectedError, ScriptedTurn, SpokenTurn, StopReason } from './anthropic/scripted-turn.ts'
export type { StoredThread, ThreadLookup } from './anthropic/threads.ts'
export {
  generateAnthropicTranscript,
  transcriptFeatures,
  transcriptModels,
} from './anthropic/generate-anthropic-transcript.ts'
export type { GenerateOptions, TranscriptFeature } from './anthropic/generate-anthropic-transcript.ts'
export { requestBody, requestHeaders } from './anthropic/transcript.ts'
export type { AnthropicTranscript, TestBlock, TestMessage } from './anthropic/transcript.ts'
export { anthropicCorruptions, corruptAnthropicTranscript } from './anthropic/corruptions/index.ts'
export type { CorruptedTranscript } from './anthropic/corruptions/index.ts'
export type { Corruption, Where } from './anthropic/corruptions/corruption.ts'
export { judgeOpenAIChatRequest } from './openai-chat/judge-openai-chat-request.ts'
export type { ChatJudgement } from './openai-chat/judge-openai-chat-request.ts'
export { chatVendors } from './openai-chat/laws.ts'
export type { ChatVendor } from './openai-chat/laws.ts'
export { createOpenAIChatEmulator } from './openai-chat/create-openai-chat-emulator.ts'
export type {
  ChatEmulatorOptions,
  ChatRecordedRequest,
  OpenAIChatEmulator,
} from './openai-chat/create-openai-chat-emulator.ts'
export type { ChatInjectedError, ChatScriptedTurn, ChatScriptEntry, ChatSpokenTurn } from './openai-chat/chat-script.ts'
export { chatFeatures, generateOpenAIChatTranscript } from './openai-chat/generate-openai-chat-transcript.ts'
export type { GenerateChatOptions } from './openai-chat/generate-openai-chat-transcript.ts'
export type { ChatFeature } from './openai-chat/scenes.ts'
export { chatRequestBody } from './openai-chat/transcript.ts'
export type { ChatMessage, ChatTranscript } from './openai-chat/transcript.ts'
export { corruptOpenAIChatTranscript, openAIChatCorruptions } from './openai-chat/corruptions/index.ts'
export type { ChatCorruption, ChatPlace } from './openai-chat/corruptions/corruption.ts'
export { FormatContractError, testFormat } from './test-format.ts'
export type { FormatSample, FormatTest, FormatUnderTest } from './test-format.ts'
export { expectHealthy, UnhealthyTranscriptError } from './expect-healthy.ts'
export type { HealthyRequest } from './expect-healthy.ts'
export { createRandom } from './shared/random.ts'
export type { Random } from './shared/random.ts'
export type { Loopback } from './shared/serve-loopback.ts'
export type { StreamDamage } from './shared/event-stream.ts'
export { judgeResponsesRequest } from './openai-responses/judge-responses-request.ts'
export type { ResponsesJudgement, ResponsesJudgeOptions } from './openai-responses/judge-responses-request.ts'
export type { ResponsesErrorBody } from './openai-responses/refusal.ts'
export { generateResponsesTranscript, responsesFeatures } from './openai-responses/generate-responses-transcript.ts'
export type { GenerateResponsesOptions, ResponsesFeature } from './openai-responses/generate-responses-transcript.ts'
export { responsesBody } from './openai-responses/transcript.ts'
export type { HeldState, ResponsesTranscript, TestItem } from './openai-responses/transcript.ts'
export { responsesCorruptions } from './openai-responses/corruptions/index.ts'
export type { ResponsesCorruption } from './openai-responses/corruptions/corruption.ts'
export { createResponsesEmulator } from './openai-responses/create-responses-emulator.ts'
export type {
  RecordedResponsesRequest,
  ResponsesEmulator,
  ResponsesEmulatorOptions,
  ResponsesScriptEntry,
} from './openai-responses/create-responses-emulator.ts'
export type { ResponsesInjectedError, ScriptedResponse, SpokenResponse } from './openai-responses/scripted-response.ts'
export { judgeModelMessages } from './ai-sdk/judge-model-messages.ts'
export { generateModelMessages } from './ai-sdk/generate-model-messages.ts'
export type { GenerateListOptions } from './ai-sdk/generate-model-messages.ts'
export { modelMessageCorruptions } from './ai-sdk/model-message-corruptions.ts'
export { judgeUiMessages } from './ai-sdk/judge-ui-messages.ts'
export { generateUiMessages } from './ai-sdk/generate-ui-messages.ts'
export { uiMessageCorruptions } from './ai-sdk/ui-message-corruptions.ts'
export { judgeLangchainMessages } from './langchain/judge-langchain-messages.ts'
export { generateLangchainMessages } from './langchain/generate-langchain-messages.ts'
export { langchainCorruptions } from './langchain/langchain-corruptions.ts'
export type { ListCorruption, Place } from './shared/list-corruption.ts'
export { judgeGeminiRequest } from './gemini/judge-gemini-request.ts'
export type { GeminiJudgement } from './gemini/judge-gemini-request.ts'
export type { GeminiErrorBody } from './gemini/refusal.ts'
export { geminiFeatures, geminiModels, generateGeminiTranscript } from './gemini/generate-gemini-transcript.ts'
export type { GeminiFeature, GeminiGenerateOptions } from './gemini/generate-gemini-transcript.ts'
export { geminiBody } from './gemini/transcript.ts'
export type { GeminiTranscript, TestContent, TestPart } from './gemini/transcript.ts'
export { corruptGeminiTranscript, geminiCorruptions } from './gemini/gemini-corruptions.ts'
export type { GeminiCorruption } from './gemini/gemini-corruptions.ts'
export type { Damage, PickOne } from './shared/damage.ts'
export { createGeminiEmulator } from './gemini/create-gemini-emulator.ts'
export type {
  GeminiEmulator,
  GeminiEmulatorOptions,
  GeminiRecordedRequest,
  GeminiScriptedTurn,
  GeminiSpokenTurn,
} from './gemini/create-gemini-emulator.ts'
export { mintSignature } from './gemini/signatures.ts'
export { judgeConverseRequest } from './bedrock-converse/judge-converse-request.ts'
export type { ConverseJudgement } from './bedrock-converse/judge-converse-request.ts'
export { converseFeatures, generateConverseTranscript } from './bedrock-converse/generate-converse-transcript.ts'
export type { ConverseFeature, ConverseGenerateOptions } from './bedrock-converse/generate-converse-transcript.ts'
export { converseModels } from './bedrock-converse/models.ts'
export type { ConverseTranscript, TestConverseBlock, TestConverseMessage } from './bedrock-converse/transcript.ts'
export { converseCorruptions, corruptConverseTranscript } from './bedrock-converse/converse-corruptions.ts'
export type { ConverseCorruption } from './bedrock-converse/converse-corruptions.ts'
export { createConverseEmulator } from './bedrock-converse/create-converse-emulator.ts'
export type {
  ConverseEmulator,
  ConverseRecordedRequest,
  ConverseScriptedTurn,
  ConverseSpokenTurn,
} from './bedrock-converse/create-converse-emulator.ts'
export { StrategyTestError, testStrategy } from './test-strategy.ts'
export type { StrategyCheck, StrategyScene, StrategySpec } from './test-strategy.ts'
