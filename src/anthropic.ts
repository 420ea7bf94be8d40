export { type AnthropicOptions, sessionRecovery } from './adapters/anthropic/session-recovery.ts'
export { adoptRepair } from './adapters/shared/adopt-repair.ts'
