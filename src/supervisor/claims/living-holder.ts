import type { ClaimStore } from './claim-store.ts'
import { isClaimOver } from './claim-over.ts'
import type { SessionHolder } from './session-holder.ts'

/** The living supervisor of a session; undefined when there is none. */
export async function livingHolder(claims: ClaimStore, sessionID: string): Promise<SessionHolder | undefined> {
  const newest = await claims.newest(sessionID)
  if (!newest?.owner || (await isClaimOver(newest))) return undefined
  const { pid, host } = newest.owner.process
  return { pid, host }
}
