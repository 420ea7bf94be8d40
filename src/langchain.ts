export { type LangchainCall, type LangchainOptions, sessionRecovery } from './adapters/langchain/session-recovery.ts'
export { adoptRepair } from './adapters/shared/adopt-repair.ts'
