import { isOfThisMachine, isSameProcess } from '../../files/process-identity.ts'
import type { StandingClaim } from './claim-store.ts'

/** A claim of another machine is over after so long without a sign of life: its processes cannot be looked at from here. */
export const claimTtlMs = 60_000

/** Supervisors of this process that have not stopped. */
export const livingSupervisors: Set<string> = new Set()

/** Whether nobody looks after a session any more. On one machine the process is looked at, and no clock decides. */
export async function isClaimOver({ owner, ageMs }: StandingClaim): Promise<boolean> {
  if (owner === null) return true
  const { process: by, instance } = owner
  if (by.startTime === '' || !(await isOfThisMachine(by))) return ageMs >= claimTtlMs
  if (!(await isSameProcess(by))) return true
  return by.pid === process.pid && !livingSupervisors.has(instance)
}
