export { type LangchainCall, type LangchainOptions, sessionRecovery } from './adapters/langchain/session-recovery.ts'
export { adoptRepair } from './recovery/adopt-repair.ts'
