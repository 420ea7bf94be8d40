export { type AiSdkOptions, sessionRecovery } from './adapters/ai-sdk/session-recovery.ts'
export { repairModelMessages, type RepairMessagesOptions, repairUIMessages } from './adapters/ai-sdk/repair-messages.ts'
export { adoptRepair } from './recovery/adopt-repair.ts'
