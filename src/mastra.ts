export type { MastraProcessor } from './adapters/mastra/processor.ts'
export { type MastraOptions, sessionRecovery } from './adapters/mastra/session-recovery.ts'
export { adoptRepair } from './recovery/adopt-repair.ts'
