export { type BedrockOptions, type BedrockPlugin, sessionRecovery } from './adapters/bedrock/session-recovery.ts'
export { adoptRepair } from './adapters/shared/adopt-repair.ts'
