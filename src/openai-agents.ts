export type { AgentsOptions } from './adapters/openai-agents/agents-options.ts'
export { recoveringSession } from './adapters/openai-agents/recovering-session.ts'
export { type AgentsRecovery, sessionRecovery } from './adapters/openai-agents/session-recovery.ts'
export { adoptRepair } from './recovery/adopt-repair.ts'
