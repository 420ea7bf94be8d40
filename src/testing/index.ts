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
export { expectHealthy, UnhealthyTranscriptError } from './expect-healthy.ts'
export type { HealthyRequest } from './expect-healthy.ts'
export { createRandom } from './shared/random.ts'
export type { Random } from './shared/random.ts'
export type { Loopback } from './shared/serve-loopback.ts'
export type { StreamDamage } from './shared/event-stream.ts'
