export { type AnthropicOptions, sessionRecovery } from './adapters/anthropic/session-recovery.ts'
export { adoptRepair } from './recovery/adopt-repair.ts'
