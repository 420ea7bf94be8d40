import { evidenceFromParts } from '../storage/evidence-from-parts.ts'
import type { SessionStore } from '../storage/session-store.ts'
import { type Evidence, noEvidence } from '../transcript/evidence.ts'
import { type TimeLimit, withTimeLimit } from './time-limit.ts'

/** What is known of a session's tool calls; `broken` when the store could not say, and nothing is known. */
export interface LoadedEvidence {
  readonly evidence: Evidence
  readonly broken?: unknown
}

/**
 * The evidence of a session that its caller has named: its id is the only proof that a recorded result belongs to this
 * conversation. Never throws: without evidence a repair says that an outcome is unknown, which is true then.
 */
export async function loadEvidence(
  store: SessionStore | undefined,
  sessionID: string | undefined,
  timeLimit: TimeLimit,
): Promise<LoadedEvidence> {
  if (store === undefined || sessionID === undefined) return { evidence: noEvidence }
  try {
    return {
      evidence: evidenceFromParts(await withTimeLimit('The store', timeLimit, () => store.parts.list(sessionID))),
    }
  } catch (broken) {
    return { evidence: noEvidence, broken }
  }
}
