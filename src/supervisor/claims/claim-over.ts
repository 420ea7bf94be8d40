import { isOfThisMachine, isSameProcess } from '../../files/process-identity.ts'
import type { StandingClaim } from './claim-store.ts'

/** A claim of another machine, whose processes cannot be checked from here, ends after this time without a sign of life. */
export const claimTtlMs = 60_000

/** The instances of running supervisors in this process. */
export const livingSupervisors: Set<string> = new Set()

/** Whether a claim has ended. For a claim of this machine the process decides, not the clock. */
export async function isClaimOver({ owner, ageMs }: StandingClaim): Promise<boolean> {
  if (owner === null) return true
  const { process: by, instance } = owner
  if (by.startTime === '' || !(await isOfThisMachine(by))) return ageMs >= claimTtlMs
  if (!(await isSameProcess(by))) return true
  return by.pid === process.pid && !livingSupervisors.has(instance)
}
