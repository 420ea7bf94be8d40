export type { MastraProcessor } from './adapters/mastra/processor.ts'
export { type MastraMemoryOptions, recoveringMemory, type ThreadMemory } from './adapters/mastra/recovering-memory.ts'
export { type MastraOptions, sessionRecovery } from './adapters/mastra/session-recovery.ts'
export { adoptRepair } from './recovery/adopt-repair.ts'
