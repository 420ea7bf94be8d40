export type { MastraProcessor } from './adapters/mastra/processor.ts'
export { type MastraOptions, sessionRecovery } from './adapters/mastra/session-recovery.ts'
export { adoptRepair } from './adapters/shared/adopt-repair.ts'
