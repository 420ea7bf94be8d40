export { type GoogleOptions, sessionRecovery } from './adapters/google/session-recovery.ts'
export { adoptRepair } from './adapters/shared/adopt-repair.ts'
