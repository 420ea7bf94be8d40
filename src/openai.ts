export { type OpenAIOptions, sessionRecovery } from './adapters/openai/session-recovery.ts'
export { adoptRepair } from './adapters/shared/adopt-repair.ts'
