import type { ProcessIdentity } from '../../files/process-identity.ts'

/** A supervisor that lives, or has lived. */
export interface Claimant {
  readonly process: ProcessIdentity
  /** Tells the supervisors of one process apart. */
  readonly instance: string
}

/** The newest claim on a session. */
export interface StandingClaim {
  /** Fencing token: grows with every claim (I15). */
  readonly token: number
  /** Null: given back. */
  readonly owner: Claimant | null
  /** Time since its last sign of life, in ms. */
  readonly ageMs: number
}

/** Where claims stand. Each command is one step: of two that want the same token one gets it. */
export interface ClaimStore {
  newest(sessionID: string): Promise<StandingClaim | undefined>
  /** Makes the claim of this token the newest; false when one with it, or a higher one, stands already. */
  take(sessionID: string, token: number, owner: Claimant | null): Promise<boolean>
  /** A sign of life; false when the claim is not the newest any more. */
  touch(sessionID: string, token: number): Promise<boolean>
}
