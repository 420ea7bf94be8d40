export { type GoogleOptions, sessionRecovery } from './adapters/google/session-recovery.ts'
export { adoptRepair } from './recovery/adopt-repair.ts'
