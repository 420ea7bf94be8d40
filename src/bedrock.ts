export { type BedrockOptions, type BedrockPlugin, sessionRecovery } from './adapters/bedrock/session-recovery.ts'
export { adoptRepair } from './recovery/adopt-repair.ts'
