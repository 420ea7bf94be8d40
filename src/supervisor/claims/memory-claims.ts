import type { Claimant, ClaimStore } from './claim-store.ts'

/** Claims that end with the process. `now` in ms. */
export function memoryClaims(now: () => number): ClaimStore {
  const claims = new Map<string, { readonly token: number; readonly owner: Claimant | null; at: number }>()
  return {
    async newest(sessionID) {
      const claim = claims.get(sessionID)
      return claim && { token: claim.token, owner: claim.owner, ageMs: now() - claim.at }
    },
    async take(sessionID, token, owner) {
      if ((claims.get(sessionID)?.token ?? 0) >= token) return false
      claims.set(sessionID, { token, owner, at: now() })
      return true
    },
    async touch(sessionID, token) {
      const claim = claims.get(sessionID)
      if (claim?.token !== token) return false
      claim.at = now()
      return true
    },
  }
}
