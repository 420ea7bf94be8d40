export { type OpenAIOptions, sessionRecovery } from './adapters/openai/session-recovery.ts'
export { adoptRepair } from './recovery/adopt-repair.ts'
