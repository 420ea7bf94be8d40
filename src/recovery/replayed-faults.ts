import type { RecoveryErrorType } from '../faults/fault-catalogue.ts'

/** Faults that the conversation itself does not have: the server has lost its part, and must be sent the whole again. */
export const replayedFaults: ReadonlySet<RecoveryErrorType> = new Set(['conversation_empty', 'reference_not_found'])
