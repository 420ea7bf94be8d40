import type { ProcessIdentity } from '../../files/process-identity.ts'

/** The supervisor that made a claim; it may have ended. */
export interface Claimant {
  readonly process: ProcessIdentity
  /** Distinguishes the supervisors of one process. */
  readonly instance: string
}

/** The newest claim on a session. */
export interface StandingClaim {
  /** Fencing token: grows with every claim (I15). */
  readonly token: number
  /** Null: released. */
  readonly owner: Claimant | null
  /** Time since its last sign of life, in ms. */
  readonly ageMs: number
}

/** Stores claims. Each command is atomic: of two that want the same token, only one gets it. */
export interface ClaimStore {
  newest(sessionID: string): Promise<StandingClaim | undefined>
  /** Stores a claim with this token; false when there is one with the same or a higher token already. */
  take(sessionID: string, token: number, owner: Claimant | null): Promise<boolean>
  /** Records a sign of life; false when the claim is no longer the newest. */
  touch(sessionID: string, token: number): Promise<boolean>
}
